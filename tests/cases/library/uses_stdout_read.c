// expect: proved
#include <stdio.h>

static FILE *out;

int main(void)
{
  out = stdout;
  fputs("x", out);
  puts("y");
  return 0;
}
