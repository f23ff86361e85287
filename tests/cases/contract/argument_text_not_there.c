// entry: start
// expect: unknown
// Of the second argument nothing is said.
#include <stdlib.h>

/*@ requires argc >= 2 && \valid_read(argv + (0 .. 1)) && valid_read_string(argv[1]); */
int start(int argc, char **argv)
{
  int n = 0;
  for (const char *s = argv[2]; *s != 0 && n < 1000; s++)
    n++;
  return n == argc;
}

int main(void)
{
  char **argv = malloc(2 * sizeof(char *));
  if (!argv)
    return 0;
  argv[0] = "name";
  argv[1] = "abc";
  return start(2, argv);
}
