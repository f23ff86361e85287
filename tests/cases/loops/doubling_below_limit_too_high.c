// expect: unknown
// concrete: none (few of very many inputs lead there)
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int w = 1;
    while (w < 1000000 && __VERIFIER_nondet_int())
        w *= 2;
    return w + 2147000000;
}
