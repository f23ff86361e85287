// expect: unknown
#include <stdio.h>

int main(void)
{
  char rest[32];
  return fscanf(stdin, "%32[^\n]", rest) == 1;
}
