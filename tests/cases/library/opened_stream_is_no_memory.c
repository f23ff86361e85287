// expect: unknown
#include <stdio.h>

int main(void)
{
  FILE *f = fopen("x", "r");
  if (!f)
    return 1;
  return *(char *)f;
}
