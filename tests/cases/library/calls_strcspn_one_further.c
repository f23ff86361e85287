// entry: f
// expect: unknown
#define _GNU_SOURCE
#include <string.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s) && valid_read_string(t); */
int f(const char *s, const char *t)
{
  return s[strcspn(s, t) + 1];
}

int main(void)
{
  char *empty = "";
  f(empty, "a");
  return 0;
}
