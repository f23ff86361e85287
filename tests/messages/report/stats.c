// $ haltcert prove stats.c --stats --no-refute
int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[4] = {0};
    return a[__VERIFIER_nondet_int() & 7];
}
