// expect: unknown
// concrete: none (few of very many inputs lead there)
// The byte 1 has seven leading zeros.
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    int table[7] = { 0 };
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c == 0)
        return 0;
    return table[__builtin_clz(c) - 24];
}
