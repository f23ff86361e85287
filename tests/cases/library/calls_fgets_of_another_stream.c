// expect: unknown
// concrete: none (the interpreter does not look at streams)
#include <stdio.h>

int main(void)
{
  char line[8];
  return fgets(line, sizeof line, (FILE *)line) != NULL;
}
