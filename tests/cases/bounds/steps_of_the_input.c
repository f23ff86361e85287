// entry: descend
// options: --bound iterations
// expect: proved bound~"most.:.max.0, x [+] 1..,"
// holds: iterations <= x + 1
// fails: iterations <= x - 1
// Each step is at least 1, whatever is read.
extern int __VERIFIER_nondet_int(void);

/*@ requires x <= 1000; */
void descend(int x, int step) {
    while (x >= 0 && step >= 1) {
        x = x - step;
        step = __VERIFIER_nondet_int();
    }
}

int main(void) {
    descend(10, 1);
    return 0;
}
