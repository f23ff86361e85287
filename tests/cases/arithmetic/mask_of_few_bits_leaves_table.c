// expect: unknown
// concrete: none (few of very many inputs lead there)
// Seven bits are up to 127.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    int table[127] = { 0 };
    unsigned bits = __VERIFIER_nondet_uint(), x = __VERIFIER_nondet_uint();
    if (bits > 7)
        return 0;
    return table[x & ((1u << bits) - 1)];
}
