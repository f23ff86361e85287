// expect: unknown message~"getline"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
  char **place = malloc(16);
  if (!place)
    return 1;
  *place = (char *)place;
  size_t room = 16;
  getline(place, &room, stdin);
  return 0;
}
