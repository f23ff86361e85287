// expect: proved
// The compiler computes these calls as the library does.
#include <string.h>
int main(void) {
  int *null = 0;
  if (strlen("a\0b") != 1 || __builtin_popcount(7) != 3 || __builtin_ffs(8) != 4 || __builtin_clrsb(-1) != 31)
    *null = 1;
  return 0;
}
