// entry: use
// expect: proved
// A block that the function allocates is the caller's, who may free it, or forget it.
#include <stdlib.h>
struct pair { int a, b; };

/*@ requires n > 0; assigns \nothing; ensures \result == \null || \fresh(\result, n); */
void *take(unsigned long n);

/*@ requires keep >= 0; */
int use(int keep)
{
  struct pair *p = take(sizeof *p);
  if (!p)
    return -1;
  p->a = 1;
  p->b = p->a + 1;
  int both = p->a + p->b;
  if (!keep)
    free(p);
  return both;
}
