// entry: f
// expect: proved
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s) && valid_read_string(t); */
int f(const char *s, const char *t)
{
  char *d = malloc(strlen(s) + strlen(t) + 1);
  if (d == NULL)
    return 0;
  char *p = stpcpy(stpcpy(d, s), t);
  return *p;
}

int main(void)
{
  f("ab", "");
  return 0;
}
