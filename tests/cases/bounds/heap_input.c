// options: --bound heap
// expect: proved bound~"no bound is found for what happens from line \d+ in 'main' on"
// How much memory is there at one time is read from outside, and no call says it.
#include <stdlib.h>
extern long __VERIFIER_nondet_long(void);

int main(void) {
    long n = __VERIFIER_nondet_long();
    if (n < 1) return 0;
    char *p = malloc(n);
    p[0] = 0;
    free(p);
    return 0;
}
