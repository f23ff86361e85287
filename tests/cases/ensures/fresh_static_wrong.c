// entry: make
// expect: unknown reason~"what the contract ensures at this return"
#include <stdlib.h>

static char buffer[8];

/*@ ensures \fresh(\result, 8); */
char *make(void)
{
  return buffer;
}

int main(void)
{
  free(make());
  return 0;
}
