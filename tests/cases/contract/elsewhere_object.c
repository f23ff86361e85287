// entry: f
// expect: proved
// What malloc gives for a small number is no larger than objects are.
#include <stdlib.h>
/*@ requires \valid(p + (0 .. n - 1)); assigns \nothing; ensures 0 <= \result; */
long length(char *p, unsigned long n);

/*@ requires n <= 1000000; */
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
