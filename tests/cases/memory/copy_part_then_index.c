// expect: unknown
// b[3] is not copied.
#include <string.h>

int main(void) {
  int a[4] = {0, 0, 0, 0};
  int b[4];
  int c[2] = {0};
  memcpy(b, a, 3 * sizeof(int));
  c[b[3]] = 1;
  return 0;
}
