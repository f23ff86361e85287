// entry: f
// expect: unknown
#define _GNU_SOURCE
#include <string.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s); */
int f(const char *s)
{
  char d[8] = "ab";
  strncat(d, s, sizeof d - strlen(d));
  return d[0];
}

int main(void)
{
  f("123456789");
  return 0;
}
