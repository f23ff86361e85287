// expect: proved
// The upper bits of a number, as many as a header says.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    int table[256] = { 0 };
    unsigned bits = __VERIFIER_nondet_uint(), x = __VERIFIER_nondet_uint();
    if (bits == 0 || bits > 8)
        return 0;
    return table[x >> (32 - bits)];
}
