// expect: unknown
#include <stdlib.h>

int main(void)
{
  char *home = getenv("HOME");
  if (home)
    home[0] = 'x';
  return 0;
}
