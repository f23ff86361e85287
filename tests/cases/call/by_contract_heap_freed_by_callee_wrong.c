// options: --attempt composed
// expect: violated memory safety
// What is lent belongs to the caller: the contract does not say that the callee may free it.
#include <stdlib.h>

/*@ requires \valid(p + (0 .. 3)); */
static void drop(char *p)
{
  free(p);
}

int main(void)
{
  char *h = malloc(4);
  if (h == 0)
    return 1;
  drop(h);
  h[0] = 1;
  return 0;
}
