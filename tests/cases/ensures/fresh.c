// entry: make
// options: --malloc-may-fail
// expect: proved
#include <stdlib.h>

/*@ requires n < 1000; ensures \result == \null || \fresh(\result, n); */
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
    p[2] = 0;
  free(p);
  return 0;
}
