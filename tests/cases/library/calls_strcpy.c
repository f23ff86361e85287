// entry: f
// expect: proved
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s); */
char *f(const char *s)
{
  char *d = malloc(strlen(s) + 1);
  strcpy(d, s);
  return d + strlen(d);
}

int main(void)
{
  f("ab");
  return 0;
}
