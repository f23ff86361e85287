// expect: memory-safe only
// Like ends_by_exit.c, but it is a function that the loop calls which leaves.
#include <stdlib.h>
static unsigned next(unsigned x) {
  x = x * 1103515245u + 12345u;
  if (x % 1000003u == 5u) exit(0);
  return x;
}
int main(void) {
  unsigned x = 3;
  for (;;)
    x = next(x);
}
