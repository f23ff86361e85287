// entry: pick
// expect: unknown reason~"above"
// concrete: none (no machine has a block of this size)
// A function elsewhere takes for granted that an object which it is given has less than 2^56 bytes; the program's own may
// have more.
#include <stdlib.h>
static char one[1];

/*@ requires n > 0 && \valid_read(p + (0 .. n - 1)); assigns \nothing; ensures \result == 0; */
unsigned long above(const char *p, unsigned long n);

/*@ requires \true; */
char pick(void)
{
  unsigned long n = 1UL << 57;
  char *p = malloc(n);
  char c = one[above(p, n)];
  free(p);
  return c;
}
