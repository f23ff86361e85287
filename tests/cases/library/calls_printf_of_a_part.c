// entry: f
// expect: proved
// Only so many bytes are read: no end is needed.
#include <stdio.h>

/*@ requires 1 <= n <= 8 && \valid_read(s + (0 .. n - 1)) && \valid_read(t + (0 .. 3)); */
int f(const char *s, int n, const char *t)
{
  return printf("%.*s %.4s %*d\n", n, s, t, n, 7) > 0;
}

int main(void)
{
  f("abcdefgh", 8, "abcd");
  return 0;
}
