// entry: f
// expect: proved
// The tables may be read at -128 to 255: also with a plain char.
#define _GNU_SOURCE
#include <ctype.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s); */
int f(const char *s)
{
  int n = 0;
  for (; *s != 0 && isspace((unsigned char)*s); s++)
    n ^= isalpha(*s);
  return n;
}

int main(void)
{
  f("  x");
  return 0;
}
