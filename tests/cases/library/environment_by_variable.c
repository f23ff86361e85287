// expect: unknown reason~"environ"
// concrete: none (the interpreter's library changes no such variable)
#include <stdlib.h>

extern char **environ;

int main(void)
{
  int table[1] = { 0 };
  char **before = environ;
  setenv("A", "1", 1);
  return table[before != environ];
}
