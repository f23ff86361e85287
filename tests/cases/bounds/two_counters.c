// entry: counters
// options: --bound iterations
// expect: proved bound~"most.:.n \+ m.,"
// holds: iterations <= n + m
// fails: iterations <= n
// In each round one of two counters moves.
extern int __VERIFIER_nondet_int(void);

/*@ requires 0 <= n <= 1000 && 0 <= m <= 1000; */
int counters(int n, int m) {
    while (n > 0 && m > 0) {
        if (__VERIFIER_nondet_int()) n--;
        else m--;
    }
    return 0;
}

int main(void) { return counters(3, 4); }
