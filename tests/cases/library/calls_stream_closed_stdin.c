// expect: unknown message~"fopen returned"
#include <stdio.h>

int main(int argc, char **argv)
{
  FILE *f = argc > 1 ? fopen(argv[1], "r") : stdin;
  if (f)
    fclose(f);
  return 0;
}
