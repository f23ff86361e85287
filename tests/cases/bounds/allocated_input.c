// entry: any
// options: --bound allocated
// expect: proved bound~"no bound is found for what happens from line"
// What the input asks for is not bounded by the call.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

/*@ requires \true; */
void any(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 0) free(malloc((size_t)n));
}

int main(void) { any(); return 0; }
