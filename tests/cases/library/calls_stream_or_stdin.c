// expect: proved
// The stream is one that was opened, or the library's, which is no null pointer.
#include <stdio.h>

int main(int argc, char **argv)
{
  FILE *f = argc > 1 ? fopen(argv[1], "r") : stdin;
  if (!f) {
    perror(argv[1]);
    return 1;
  }
  int c = getc(f);
  if (f != stdin)
    fclose(f);
  return c == 'x';
}
