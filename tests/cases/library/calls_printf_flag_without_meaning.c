// expect: unknown message~"'printf' of this type, or with this format"
// concrete: none (what the C library makes of it is for it to say)
#include <stdio.h>

int main(void)
{
  return printf("%08s\n", "a") > 0;
}
