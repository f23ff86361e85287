// entry: f
// expect: unknown
// -2 is neither an unsigned char nor EOF.
#define _GNU_SOURCE
#include <ctype.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s); */
int f(const char *s)
{
  return tolower(*s);
}

int main(void)
{
  f("\xff\xfe" + (__VERIFIER_nondet_int() & 1));
  return 0;
}
