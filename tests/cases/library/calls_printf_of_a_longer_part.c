// entry: f
// expect: unknown
#include <stdio.h>

/*@ requires 0 <= n <= 8 && \valid_read(s + (0 .. n - 1)); */
int f(const char *s, int n)
{
  return printf("%.*s\n", n + 1, s) > 0;
}

int main(void)
{
  char s[2] = { 'a', 'b' };
  f(s, 2);
  return 0;
}
