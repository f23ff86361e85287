// options: --bound iterations
// expect: proved bound~"nothing at line 7 in 'main' bounds n, as it is at line 8 in 'main'"
// How often the loop runs is read from outside, and no call says it.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    while (n > 0) n--;
    return 0;
}
