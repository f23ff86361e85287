// expect: unknown
// One of two callers gives a limit that is too large.
#include <stdlib.h>

static void fill(char *out, size_t size)
{
  size_t n = 0;
  while (n + 1 < size && rand() % 2)
    out[n++] = 'x';
  out[n] = 0;
}

int main(void)
{
  char small[2], large[300];
  fill(small, sizeof small + 1);
  fill(large, sizeof large);
  return small[0] + large[0];
}
