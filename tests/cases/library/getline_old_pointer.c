// expect: unknown
// The second line may stand elsewhere.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
  char *line = NULL;
  size_t room = 0;
  int sum = 0;
  if (getline(&line, &room, stdin) > 0) {
    char *first = line;
    if (getline(&line, &room, stdin) > 0)
      sum = first[0];
  }
  free(line);
  return sum;
}
