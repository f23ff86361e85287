// entry: make
// options: --malloc-may-fail
// expect: unknown reason~"what the contract ensures at this return"
#include <stdlib.h>

/*@ requires n < 1000; ensures \result == \null || \fresh(\result, n + 1); */
char *make(size_t n)
{
  char *p = malloc(n);
  if (!p)
    return NULL;
  return p;
}

int main(void)
{
  char *p = make(3);
  if (p)
    p[3] = 0;
  free(p);
  return 0;
}
