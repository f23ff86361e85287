// expect: unknown
// concrete: none (few of very many inputs lead there)
// 1000 is one too far.
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int table[1000] = { 0 };
    int x = __VERIFIER_nondet_int();
    if (x < -1000 || x > 1000)
        return 0;
    int mask = x >> 31;
    return table[(x + mask) ^ mask];
}
