// entry: f
// expect: unknown
#define _GNU_SOURCE
#include <string.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s) && valid_read_string(t); */
int f(const char *s, const char *t)
{
  const char *p = strstr(s, t);
  return p == 0 ? 0 : p[strlen(t) + 1];
}

int main(void)
{
  char s[3] = "ab";
  f(s, "b");
  return 0;
}
