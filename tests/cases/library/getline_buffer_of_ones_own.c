// expect: proved
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
  size_t room = 16;
  char *line = malloc(room);
  if (!line)
    return 1;
  if (getdelim(&line, &room, ';', stdin) > 0)
    puts(line);
  free(line);
  return 0;
}
