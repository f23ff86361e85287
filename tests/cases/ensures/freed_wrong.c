// entry: release
// expect: unknown reason~"what the contract ensures at this return"
#include <stdlib.h>

static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ requires \valid(p) && \freeable(p); ensures \result == *p; */
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
  must(release(p) == *p);
  return 0;
}
