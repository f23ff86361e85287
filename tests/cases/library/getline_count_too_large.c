// expect: unknown message~"getline"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
  size_t room = 17;
  char *line = malloc(16);
  if (!line)
    return 1;
  getline(&line, &room, stdin);
  free(line);
  return 0;
}
