// expect: proved
#include <stdio.h>
#include <string.h>

int main(void)
{
  int n, m;
  char name[16];
  double ratio;
  if (scanf("%d %15s %lf", &n, name, &ratio) < 2)
    return 1;
  if (scanf("%d", &m) != 1 || m < 0)
    return 1;
  while (n > 0 && m > 0)
    n--;
  return (int)strlen(name);
}
