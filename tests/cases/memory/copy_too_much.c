// expect: unknown
#include <string.h>

int main(void) {
  char a[16], b[15];
  memcpy(b, a, 16);
  return 0;
}
