// expect: unknown message~"mode"
// concrete: none (the interpreter looks at no mode)
#include <stdio.h>

int main(int argc, char **argv)
{
  FILE *f = argc > 2 ? fopen(argv[1], argv[2]) : NULL;
  if (f)
    fclose(f);
  return 0;
}
