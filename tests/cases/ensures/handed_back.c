// entry: keep
// expect: proved
#include <stdlib.h>

/*@ requires \valid(p + (0 .. 7)) && \freeable(p); ensures \fresh(\result, 8); */
char *keep(char *p)
{
  p[0] = 1;
  return p;
}

int main(void)
{
  char *p = malloc(8);
  free(keep(p));
  return 0;
}
