// expect: unknown
#include <stdio.h>

int main(void)
{
  char line[64];
  return fgets(line, sizeof line + 1, stdin) != NULL;
}
