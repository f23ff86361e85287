// expect: proved
#include <string.h>

int main(void) {
  char a[16], b[16];
  a[7] = 3;
  memcpy(b, a, 16);
  int c[4];
  c[b[7]] = 1;
  return 0;
}
