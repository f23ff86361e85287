// entry: f
// expect: unknown
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s); */
char *f(const char *s)
{
  char *d = malloc(strlen(s));
  strcpy(d, s);
  return d;
}

int main(void)
{
  f("ab");
  return 0;
}
