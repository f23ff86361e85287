// entry: asks
// options: --bound iterations
// expect: proved bound~"no bound is found for what happens from line \d+ in 'asks' on"
// Each round of the outer loop asks how often the inner one runs.
extern long __VERIFIER_nondet_long(void);

/*@ requires 0 <= n <= 10; */
int asks(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) {
        long k = __VERIFIER_nondet_long();
        while (k > 0) {
            k--;
            s ^= 1;
        }
    }
    return s;
}

int main(void) { return asks(0); }
