// expect: unknown
// The last copy overlaps.
#include <string.h>

int main(void) {
  char a[32] = {0};
  for (int i = 6; i >= 2; i--)
    memcpy(a + i, a, 3);
  return 0;
}
