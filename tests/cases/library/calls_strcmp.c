// entry: f
// expect: proved
#define _GNU_SOURCE
#include <string.h>
#include <strings.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s) && valid_read_string(t); */
int f(const char *s, const char *t)
{
  return strcmp(s, t) < 0 ? strcasecmp(s, t) == 0 : 2;
}

int main(void)
{
  f("a", "b");
  return 0;
}
