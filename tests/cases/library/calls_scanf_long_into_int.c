// expect: unknown
#include <stdio.h>

int main(void)
{
  int n;
  return scanf("%ld", (long *)&n);
}
