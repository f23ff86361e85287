// expect: unknown
#include <string.h>

int main(void) {
  char a[16];
  memcpy(a + 1, a, 15);
  return 0;
}
