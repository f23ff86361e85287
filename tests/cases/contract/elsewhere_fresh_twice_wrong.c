// entry: use
// expect: unknown reason~"freed pointer"
// concrete: none (what `take` does is decided elsewhere)
#include <stdlib.h>

/*@ requires n > 0; assigns \nothing; ensures \fresh(\result, n); */
void *take(unsigned long n);

/*@ requires \true; */
void use(void)
{
  void *p = take(8);
  free(p);
  free(p);
}
