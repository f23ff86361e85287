// expect: proved
#include <stdio.h>

int main(int argc, char **argv)
{
  FILE *f = argc > 1 ? fopen(argv[1], "a") : stdout;
  if (!f)
    return 1;
  fputs("x", f);
  fflush(f);
  fflush(NULL);
  if (f != stdout)
    fclose(f);
  return 0;
}
