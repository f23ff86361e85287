// $ haltcert prove refutation.c -o refutation.cert --emit-test test.c --witness witness.yml
// $ cat test.c
// $ haltcheck refutation.cert --embedded --refutation
// $ haltcheck refutation.cert --embedded
int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int a[4];
    for (int i = 0; i < n; i++)
        a[i] = i;
    return 0;
}
