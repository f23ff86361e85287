// options: --signed-overflow ideal
// expect: proved
// The same but for a way out far above: every run ends.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    while (x > 1) {
        x = 2 * x;
        if (x > 2000000000) {
            break;
        }
    }
    return 0;
}
