// expect: proved
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
  char *line = NULL;
  size_t room = 0;
  ssize_t n;
  size_t most = 0;
  for (int i = 0; i < 5 && (n = getline(&line, &room, stdin)) != -1; i++) {
    if (line[n - 1] == '\n')
      line[n - 1] = 0;
    size_t length = strlen(line);
    if (length > most)
      most = length;
  }
  free(line);
  return most > 3;
}
