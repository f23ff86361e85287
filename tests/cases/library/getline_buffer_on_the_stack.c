// expect: unknown
#include <stdio.h>

int main(void)
{
  char place[16];
  size_t room = sizeof place;
  char *line = place;
  getline(&line, &room, stdin);
  return 0;
}
