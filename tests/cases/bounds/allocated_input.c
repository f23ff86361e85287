// entry: any
// options: --bound allocated
// expect: proved bound~"no bound is found for what happens from line"
// What the input asks for is not bounded by the call.
#include <stdlib.h>
extern long __VERIFIER_nondet_long(void);

/*@ requires \true; */
void any(void) {
    long n = __VERIFIER_nondet_long();
    if (n > 0) free(malloc((size_t)n));
}

int main(void) { any(); return 0; }
