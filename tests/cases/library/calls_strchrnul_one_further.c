// entry: f
// expect: unknown
#define _GNU_SOURCE
#include <string.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s); */
int f(const char *s, int c)
{
  return strchrnul(s, c)[1];
}

int main(void)
{
  char s[2] = "a";
  f(s, 98);
  return 0;
}
