// expect: proved
// Options, one of which takes the next argument.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int verbose;

int main(int argc, char *argv[])
{
  const char *out = "a.out";
  int level = 0;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "-v") == 0)
      verbose = 1;
    else if (strcmp(argv[i], "-o") == 0 && i + 1 < argc)
      out = argv[++i];
    else if (argv[i][0] == '-' && argv[i][1] == 'l')
      level = atoi(argv[i] + 2);
    else {
      fprintf(stderr, "%s: unknown option %s\n", argv[0], argv[i]);
      return 1;
    }
  }
  printf("%s %d %d\n", out, verbose, level);
  return 0;
}
