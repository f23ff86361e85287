// entry: f
// expect: unknown message~"a width or precision \(`\*`\) of 'printf' is not negative"
// concrete: none (C takes it for the flag `-`, but not every library does at the lowest number)
#include <stdio.h>

int f(int width)
{
  return printf("%*d\n", width, 7) > 0;
}
