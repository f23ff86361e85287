// entry: f
// expect: proved
#include <stdio.h>

int f(int n, double x)
{
  char number[12], word[8], power[33];
  return sprintf(number, "%d", n) | sprintf(word, "%c%%-%c", n, n) | sprintf(power, "%g", x);
}

int main(void)
{
  return f(-2147483647 - 1, -1e-300) == 0;
}
