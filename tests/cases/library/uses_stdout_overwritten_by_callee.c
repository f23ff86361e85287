// expect: unknown
// concrete: none (the interpreter's library prints without looking at stdout)
#include <stdio.h>

/*@ requires \valid(p); */
static void clear(FILE **p)
{
  *p = 0;
}

int main(void)
{
  clear(&stdout);
  puts("x");
  return 0;
}
