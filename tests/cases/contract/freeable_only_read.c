// entry: drop
// expect: bad input message~"begins at s, so the size of the block is not known"
#include <stdlib.h>

/*@ requires valid_read_string(s) && \freeable(s); */
void drop(char *s)
{
  free(s);
}

int main(void)
{
  return 0;
}
