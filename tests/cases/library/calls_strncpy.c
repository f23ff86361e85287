// entry: f
// expect: proved
#define _GNU_SOURCE
#include <string.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s); */
int f(const char *s)
{
  char d[8];
  strncpy(d, s, sizeof d - 1);
  d[7] = 0;
  return (int)strlen(d) + *stpncpy(d, s, 7);
}

int main(void)
{
  f("123456789");
  return 0;
}
