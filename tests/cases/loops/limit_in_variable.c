// expect: proved
// The limit is what a variable holds, less one.
#include <stdio.h>

int main(void)
{
  char out[64];
  size_t n = 0, size = sizeof out;
  while (n < size - 1 && getchar() == 'x')
    out[n++] = 'x';
  out[n] = 0;
  return out[0];
}
