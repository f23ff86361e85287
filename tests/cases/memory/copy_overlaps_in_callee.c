// expect: unknown
#include <string.h>

static void copy(char *to, const char *from, int n) { memcpy(to, from, n); }

int main(void) {
  char a[8] = {0}, b[8];
  copy(b, a, 8);
  copy(a + 2, a, 4);
  return 0;
}
