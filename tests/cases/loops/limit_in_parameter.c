// expect: proved
// The limit is given by the caller.
#include <stdio.h>

static void fill(char *out, size_t size)
{
  size_t n = 0;
  while (n + 1 < size && getchar() == 'x')
    out[n++] = 'x';
  out[n] = 0;
}

int main(void)
{
  char small[5], large[300];
  fill(small, sizeof small);
  fill(large, sizeof large);
  return small[0] + large[0];
}
