// expect: unknown
// concrete: none (few of very many inputs lead there)
// 13 ^ 9 | 1 is 5.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    int table[5] = { 0 };
    unsigned v = __VERIFIER_nondet_uint() / 2;
    if (v != 13)
        return 0;
    return table[(v ^ 9) | 1];
}
