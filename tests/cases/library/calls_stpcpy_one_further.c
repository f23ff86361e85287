// entry: f
// expect: unknown
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s); */
int f(const char *s)
{
  char *d = malloc(strlen(s) + 1);
  return stpcpy(d, s)[1];
}

int main(void)
{
  f("ab");
  return 0;
}
