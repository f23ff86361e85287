// expect: proved
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  unsigned long n = 7;
  (void)argv;
  if (argc < 2) {
    fprintf(stderr, "usage: %s FILE\n", "program");
    return EXIT_FAILURE;
  }
  if (fprintf(stdout, "%zu of %lu, %5.1f%%\n", sizeof n, n, 12.5) < 0 || fflush(stdout) != 0)
    perror("output");
  return 0;
}
