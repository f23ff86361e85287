// entry: make
// options: --malloc-may-fail
// expect: unknown reason~"what the contract ensures at this return"
#include <stdlib.h>

/*@ ensures \result == \null || \fresh(\result, 7); */
char *make(void)
{
  char *p = malloc(8);
  return p ? p + 1 : NULL;
}

int main(void)
{
  free(make());
  return 0;
}
