// entry: look
// expect: unknown
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static int table[10];

//@ requires 0 <= i <= 10;
int look(int i)
{
  return table[i];
}

int main(void)
{
  look(10);
  return 0;
}
