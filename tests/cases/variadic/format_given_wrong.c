// expect: unknown
// A format that a function is given, and that wants another argument.
#include <stdio.h>
#include <stdlib.h>

static void show(const char *format, int value)
{
  printf(format, value);
}

int main(void)
{
  int n = rand();
  show(n > 5 ? "more: %d\n" : "less: %s\n", n);
  return 0;
}
