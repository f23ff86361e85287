// entry: look
// expect: proved
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static int table[10];
static const int primes[4] = {2, 3, 5, 7};

//@ requires 0 <= i < 10;
//@ requires \valid(p) && \separated(p, &table);
int look(int *p, int i)
{
  table[i] = *p;
  *p = 1;
  return 100 / primes[2];
}

int main(void)
{
  int x = 5;
  look(&x, 9);
  return 0;
}
