// expect: unknown
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    char table[32] = { 0 };
    unsigned x = __VERIFIER_nondet_uint();
    int n = 0;
    while (x) {
        x >>= 1;
        n++;
    }
    return table[n];
}
