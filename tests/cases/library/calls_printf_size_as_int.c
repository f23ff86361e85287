// expect: unknown message~"'printf' of this type, or with this format"
// concrete: none (the interpreter does not look at the types of arguments)
#include <stdio.h>

int main(void)
{
  return printf("%zu\n", 7) > 0;
}
