// expect: proved
// A number is read digit by digit, as long as it is small.
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    int n = 1;
    for (;;) {
        unsigned char c = __VERIFIER_nondet_uchar();
        if (c < '0' || c > '9' || n > 1000)
            break;
        n = 10 * n + (c - '0');
    }
    return n;
}
