// expect: unknown
// concrete: none (the interpreter's library has no environment)
#include <stdlib.h>

extern char **environ;

int main(void)
{
  environ = (char **)1;
  return getenv("HOME") != 0;
}
