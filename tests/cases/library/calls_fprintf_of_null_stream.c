// expect: unknown
// concrete: none (the interpreter does not look at streams)
#include <stdio.h>

int main(void)
{
  return fprintf(NULL, "%d\n", 1) > 0;
}
