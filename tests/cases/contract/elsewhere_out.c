// entry: f
// expect: proved
// A block is handed over through memory.
#include <stdlib.h>
/*@ requires \valid(out) && 0 < n <= 100; assigns *out; ensures \fresh(*out, n) && \result == 0; */
int take(char **out, int n);

/*@ requires \true; */
int f(void)
{
  char *p;
  int failed = take(&p, 10);
  p[9] = 1;
  free(p);
  return failed;
}
