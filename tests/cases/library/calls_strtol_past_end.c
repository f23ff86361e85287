// entry: f
// expect: unknown
#define _GNU_SOURCE
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s); */
int f(const char *s)
{
  char *end;
  long v = strtol(s, &end, 10);
  return v > 5 && end[1] == 0;
}

int main(void)
{
  char s[2] = "9";
  f(s);
  return 0;
}
