// expect: proved
// The length of a sequence is told by the leading ones of its first byte.
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    int table[8] = { 0 };
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c == 0)
        return 0;
    return table[__builtin_clz(c) - 24];
}
