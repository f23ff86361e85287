// expect: unknown
// concrete: none (few of very many inputs lead there)
// Nine bits are up to 511.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    int table[256] = { 0 };
    unsigned bits = __VERIFIER_nondet_uint(), x = __VERIFIER_nondet_uint();
    if (bits == 0 || bits > 9)
        return 0;
    return table[x >> (32 - bits)];
}
