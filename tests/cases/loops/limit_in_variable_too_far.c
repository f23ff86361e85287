// expect: unknown
// The limit is what a variable holds, so that the 0 may be written behind the end.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
  char out[3];
  size_t n = 0, size = sizeof out;
  while (n < size && rand() % 2)
    out[n++] = 'x';
  out[n] = 0;
  return out[0];
}
