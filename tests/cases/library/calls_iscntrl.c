// entry: f
// expect: unknown
// 0 is a control character.
#define _GNU_SOURCE
#include <ctype.h>

extern int __VERIFIER_nondet_int(void);

static int table[255];

/*@ requires 0 <= c <= 255; */
int f(int c)
{
  return (iscntrl)(c) ? table[c - 1] : 0;
}

int main(void)
{
  f(0);
  return 0;
}
