// expect: unknown
// Where there is no line there may be no buffer.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
  char *line = NULL;
  size_t room = 0;
  getline(&line, &room, stdin);
  int first = line[0];
  free(line);
  return first;
}
