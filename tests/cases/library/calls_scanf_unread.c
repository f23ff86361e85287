// expect: unknown
// concrete: none (the interpreter's scanf may leave what it does not end)
#include <stdio.h>
#include <string.h>

int main(void)
{
  char name[16];
  int n;
  if (scanf("%d %15s", &n, name) < 1)
    return 1;
  return (int)strlen(name);
}
