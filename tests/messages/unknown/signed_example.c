// $ haltcert prove signed_example.c --no-refute
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int a[4] = {0};
    int c = __VERIFIER_nondet_int();
    unsigned u = (unsigned)c / 2;
    if ((unsigned)c < 4u || (unsigned)c > 0xfffffff0u)
        a[(unsigned)c % 8u] = 1;
    return (int)u;
}
