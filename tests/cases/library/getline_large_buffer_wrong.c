// expect: unknown
// concrete: none (no machine has a block of this size)
// The buffer that stays is the program's own, of any size.
#include <stdio.h>
#include <stdlib.h>
static char one[1];

int main(void)
{
  size_t size = 1UL << 57;
  char *line = malloc(size);
  if (getline(&line, &size, stdin) > 0)
    one[size >> 57] = 1;
  free(line);
  return 0;
}
