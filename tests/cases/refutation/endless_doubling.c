// options: --signed-overflow ideal
// expect: violated termination
// The number leaves its width after some thirty rounds, where no run of the machine can be followed further.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    while (x > 1) {
        x = 2 * x;
    }
    return 0;
}
