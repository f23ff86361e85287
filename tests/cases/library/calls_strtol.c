// entry: f
// expect: proved
#define _GNU_SOURCE
#include <stdlib.h>
#include <errno.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s); */
int f(const char *s)
{
  char *end;
  int n = 0;
  do {
    errno = 0;
    long v = strtol(s, &end, 10);
    if (errno != 0 || end == s)
      break;
    n ^= v > 5;
    s = end;
  } while (*s != 0);
  return n ^ atoi(s);
}

int main(void)
{
  f("12 34x");
  return 0;
}
