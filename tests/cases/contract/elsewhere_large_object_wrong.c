// entry: f
// expect: unknown message~"length"
// concrete: none (what `length` does is decided elsewhere)
// The proof of `return (long)n;` knows no object that is larger than a long says.
#include <stdlib.h>
/*@ requires \valid(p + (0 .. n - 1)); assigns \nothing; ensures 0 <= \result; */
long length(char *p, unsigned long n);

/*@ requires \true; */
int f(unsigned long n)
{
  int table[1] = {0};
  char *p = malloc(n);
  if (!p)
    return 0;
  long r = length(p, n);
  free(p);
  return table[r >= 0 ? 0 : 1];
}
