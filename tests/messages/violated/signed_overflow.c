// $ haltcert prove signed_overflow.c --no-refute
// $ haltcert prove signed_overflow.c
// $ haltcert prove signed_overflow.c --json | grep -o '"id":"[^"]*"'
int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    return n + 1;
}
