// expect: unknown
#include <stdio.h>

int main(void)
{
  char line[8] = "abc";
  return fwrite(line, 3, 3, stdout) == 3;
}
