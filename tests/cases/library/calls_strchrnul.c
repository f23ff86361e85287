// entry: f
// expect: proved
#define _GNU_SOURCE
#include <string.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s); */
int f(const char *s, int c)
{
  return *strchrnul(s, c);
}

int main(void)
{
  f("a", 97);
  f("a", 98);
  return 0;
}
