// entry: f
// expect: unknown
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s); */
int f(const char *s)
{
  char *d = strdup(s);
  free(d);
  free(d);
  return 0;
}

int main(void)
{
  f("abcde");
  return 0;
}
