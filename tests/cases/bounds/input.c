// options: --bound iterations
// expect: proved bound~"nothing at line 7 in 'main' bounds n, as it is at line 8 in 'main'"
// How often the loop runs is read from outside, and no call says it.
extern long __VERIFIER_nondet_long(void);

int main(void) {
    long n = __VERIFIER_nondet_long();
    while (n > 0) n--;
    return 0;
}
