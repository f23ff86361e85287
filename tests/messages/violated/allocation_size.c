// $ haltcert prove allocation_size.c --no-refute
// $ haltcert prove allocation_size.c
// $ haltcert prove allocation_size.c --json | grep -o '"id":"[^"]*"'
unsigned long __VERIFIER_nondet_ulong(void);

int main(void)
{
    unsigned long n = __VERIFIER_nondet_ulong();
    if (n == 0)
        n = 1;
    char a[n];
    a[0] = 0;
    return a[0];
}
