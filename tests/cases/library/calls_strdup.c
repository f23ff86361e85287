// entry: f
// expect: proved
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s); */
int f(const char *s)
{
  char *d = strdup(s), *e = strndup(s, 3);
  d[strlen(d)] = 1;
  int n = (int)e[strlen(e)];
  free(d);
  free(e);
  return n;
}

int main(void)
{
  f("abcde");
  return 0;
}
