// expect: unknown
#include <string.h>

int main(void) {
  char a[16] = {0};
  memcpy(a, a + 1, 15);
  return a[0];
}
