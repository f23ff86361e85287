// expect: unknown
#include <stdlib.h>

int main(void)
{
  char name[2] = { 'A', 'B' };
  return setenv(name, "1", 1);
}
