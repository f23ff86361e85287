// expect: unknown message~"mode"
// concrete: none (what glibc makes of the letter is not C's)
#include <stdio.h>

int main(void)
{
  FILE *f = fopen("x", "rm");
  if (f)
    fclose(f);
  return 0;
}
