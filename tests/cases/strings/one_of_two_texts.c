// expect: proved
// The pointer leads to one of two strings, of which the loop decides.
#include <stdio.h>

int main(int argc, char **argv)
{
  const char *mode = "r";
  for (int i = 1; i < argc; i++) {
    if (argv[i][0] == 'w')
      mode = "w+";
  }
  FILE *f = fopen("x", mode);
  if (f)
    fclose(f);
  return mode[1];
}
