// entry: f
// expect: proved
#define _GNU_SOURCE
#include <ctype.h>

extern int __VERIFIER_nondet_int(void);

static int table[10];

/*@ requires 0 <= c <= 255; */
int f(int c)
{
  return (isdigit)(c) ? table[c - '0'] : 0;
}

int main(void)
{
  f('9');
  f(0);
  return 0;
}
