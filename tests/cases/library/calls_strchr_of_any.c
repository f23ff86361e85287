// entry: f
// expect: unknown
// It may be the 0 at the end that is found.
#define _GNU_SOURCE
#include <string.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s); */
int f(const char *s, int c)
{
  const char *p = strchr(s, c);
  return p != 0 ? p[1] : 0;
}

int main(void)
{
  char *empty = "";
  f(empty, 256);
  return 0;
}
