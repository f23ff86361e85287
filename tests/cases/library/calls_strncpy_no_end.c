// entry: f
// expect: unknown
// It writes no 0 where there is no room for one.
#define _GNU_SOURCE
#include <string.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s); */
int f(const char *s)
{
  char d[8];
  strncpy(d, s, sizeof d);
  return (int)strlen(d);
}

int main(void)
{
  f("123456789");
  return 0;
}
