// entry: make
// expect: unknown reason~"what the contract ensures at this return"
#include <stdlib.h>

/*@ ensures \result == \null || \fresh(\result, 8); */
char *make(void)
{
  char *p = malloc(8);
  free(p);
  return p;
}

int main(void)
{
  free(make());
  return 0;
}
