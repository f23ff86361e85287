// expect: unknown message~"fopen returned"
#include <stdio.h>

int main(void)
{
  return fclose(stdout);
}
