// entry: stop
// expect: unknown reason~"what the contract ensures at this return"
#include <stdlib.h>

static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ ensures \result == 1; */
int stop(int x)
{
  if (x > 0)
    abort();
  return x;
}

int main(void)
{
  must(stop(0) == 1);
  return 0;
}
