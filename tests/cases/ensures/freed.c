// entry: release
// expect: proved
#include <stdlib.h>

static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ requires \valid(p) && \freeable(p); ensures \result == \old(*p); */
int release(int *p)
{
  int value = *p;
  free(p);
  return value;
}

int main(void)
{
  int *p = malloc(sizeof *p);
  *p = 5;
  must(release(p) == 5);
  return 0;
}
