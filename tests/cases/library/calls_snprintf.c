// entry: f
// expect: proved
#include <stdio.h>
#include <string.h>

/*@ requires valid_read_string(s); */
int f(const char *s, int n, long m)
{
  char d[8], e[64];
  int k = snprintf(d, sizeof d, "%s: %d", s, n);
  sprintf(e, "%d and %5ld%%", n, m);
  return d[strlen(d)] + e[strlen(e)] + (k < 0 ? 1 : 0);
}

int main(void)
{
  f("ab", 5, -6);
  return 0;
}
