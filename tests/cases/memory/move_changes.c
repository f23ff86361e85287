// expect: unknown
// a[1] is 50 afterwards.
#include <string.h>

int main(void) {
  char a[4] = {0, 1, 50, 3};
  memmove(a, a + 1, 2);
  int b[4];
  b[a[1]] = 1;
  return 0;
}
