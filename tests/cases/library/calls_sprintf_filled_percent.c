// expect: unknown
// concrete: none (what the C library makes of such a format is for it to say)
#include <stdio.h>

int main(void)
{
  char d[8];
  return sprintf(d, "%300%");
}
