// entry: f
// expect: proved
// 0 is no letter.
#define _GNU_SOURCE
#include <ctype.h>

extern int __VERIFIER_nondet_int(void);

static int table[255];

/*@ requires 0 <= c <= 255; */
int f(int c)
{
  return (isalpha)(c) ? table[c - 1] : 0;
}

int main(void)
{
  f('a');
  f(0);
  return 0;
}
