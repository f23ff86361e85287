// expect: unknown
// concrete: none (few of very many inputs lead there)
// 1000 << 21 is 2097152000; another 100000000 is too much.
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000 || k < 0 || k > 21)
        return 0;
    return (n << k) + 100000000;
}
