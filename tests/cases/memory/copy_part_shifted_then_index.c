// expect: unknown
// b[0] is 5, from a[1].
#include <string.h>

int main(void) {
  int a[4] = {0, 5, 0, 0};
  int b[4] = {0};
  int c[2] = {0};
  memcpy(b, a + 1, sizeof(int));
  c[b[0]] = 1;
  return 0;
}
