// expect: unknown message~"open stream"
#include <stdio.h>

static void finish(FILE *f)
{
  fclose(f);
}

int main(void)
{
  FILE *f = fopen("x", "w");
  if (!f)
    return 1;
  finish(f);
  fclose(f);
  return 0;
}
