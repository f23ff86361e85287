// $ haltcert prove division_overflow.c --no-refute
// $ haltcert prove division_overflow.c
// $ haltcert prove division_overflow.c --json | grep -o '"id":"[^"]*"'
#include <limits.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    return n != 0 ? INT_MIN / n : 0;
}
