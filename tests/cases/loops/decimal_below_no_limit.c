// expect: unknown
// concrete: none (few of very many inputs lead there)
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    int n = 1;
    for (;;) {
        unsigned char c = __VERIFIER_nondet_uchar();
        if (c < '0' || c > '9' || n > 300000000)
            break;
        n = 10 * n + (c - '0');
    }
    return n;
}
