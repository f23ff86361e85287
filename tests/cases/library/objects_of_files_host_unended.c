// expect: unknown
#include <stdio.h>
#include <unistd.h>

int main(void)
{
  char name[8];
  if (gethostname(name, sizeof name))
    return 1;
  puts(name);
  return 0;
}
