// expect: unknown reason~"with this format"
#include <stdio.h>

int main(void)
{
  char name[16];
  return scanf("%s", name);
}
