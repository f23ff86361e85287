// entry: f
// expect: violated memory safety
#include <stdio.h>

int f(int n)
{
  char number[11];
  return sprintf(number, "%d", n);
}

int main(void)
{
  return f(-2147483647 - 1) == 0;
}
