// entry: f
// expect: unknown
#include <stdio.h>

/*@ requires \valid_read(s + (0 .. 1)); */
int f(const char *s)
{
  return printf("%s, %d\n", s, 5) > 5;
}

int main(void)
{
  char s[2] = "ab";
  f(s);
  return 0;
}
