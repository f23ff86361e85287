// expect: unknown
#include <stdio.h>

int main(void)
{
  char name[15];
  return scanf("%15s", name);
}
