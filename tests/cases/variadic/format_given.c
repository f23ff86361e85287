// expect: proved
// A format that a function is given.
#include <stdio.h>
#include <stdlib.h>

static void show(const char *format, int value)
{
  printf(format, value);
}

int main(void)
{
  int n = rand();
  show("%d\n", n);
  show(n > 5 ? "more: %d\n" : "less: %x\n", n);
  return 0;
}
