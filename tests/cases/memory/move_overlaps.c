// expect: proved
#include <string.h>

int main(void) {
  char a[16];
  memmove(a + 1, a, 15);
  return 0;
}
