// entry: f
// expect: proved
#define _GNU_SOURCE
#include <ctype.h>

/*@ requires valid_read_string(s); */
int f(const char *s)
{
  int n = 0;
  while (isalnum(*s) || ispunct(*s)) {
    s++;
    n ^= 1;
  }
  return n;
}

int main(void)
{
  f("a,b c");
  f("");
  return 0;
}
