// entry: amortized
// options: --bound iterations
// expect: proved bound~"most.:.2\*n.,"
// holds: iterations <= 2*n
// fails: iterations <= n
// The inner loop takes back only what the outer one has added.
extern int __VERIFIER_nondet_int(void);

/*@ requires 0 <= n <= 1000; */
int amortized(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) {
        s++;
        while (s > 0 && __VERIFIER_nondet_int()) s--;
    }
    return s;
}

int main(void) { return amortized(5) < 0; }
