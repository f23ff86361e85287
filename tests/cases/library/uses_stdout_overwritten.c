// expect: unknown
// concrete: none (the interpreter's library prints without looking at stdout)
#include <stdio.h>

int main(void)
{
  stdout = 0;
  puts("x");
  return 0;
}
