// expect: unknown
// concrete: none (the interpreter's fgets may fill what it does not end)
#include <stdio.h>
#include <string.h>

int main(void)
{
  char line[64];
  fgets(line, sizeof line, stdin);
  return (int)strlen(line);
}
