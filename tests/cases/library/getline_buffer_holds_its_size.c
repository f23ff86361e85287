// expect: unknown message~"getline"
// The function may free the memory that it writes the new size to.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
  size_t *place = malloc(16);
  if (!place)
    return 1;
  *place = 16;
  char *line = (char *)place;
  getline(&line, place, stdin);
  free(line);
  return 0;
}
