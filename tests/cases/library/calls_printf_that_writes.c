// expect: unknown message~"'printf' of this type, or with this format"
// concrete: none (the interpreter has no %n)
#include <stdio.h>

int main(void)
{
  int n = 0;
  printf("abc%n\n", &n);
  return n;
}
