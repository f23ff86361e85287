// expect: proved
#include <stdio.h>

int main(int argc, char **argv)
{
  if (argc == 0)
    return 1;
  while (*++argv)
    puts(*argv);
  return 0;
}
