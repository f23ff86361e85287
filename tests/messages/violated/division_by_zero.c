// $ haltcert prove division_by_zero.c --no-refute
// $ haltcert prove division_by_zero.c
// $ haltcert prove division_by_zero.c --json | grep -o '"id":"[^"]*"'
int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    return 100 / n;
}
