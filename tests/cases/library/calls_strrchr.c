// entry: f
// expect: proved
#define _GNU_SOURCE
#include <string.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s); */
int f(const char *s)
{
  const char *p = strrchr(s, '/');
  return p == 0 ? *s : *(p + 1);
}

int main(void)
{
  f("a/b");
  f("a");
  return 0;
}
