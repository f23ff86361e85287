// $ haltcert prove invalid_call.c --no-refute
// $ haltcert prove invalid_call.c
// $ haltcert prove invalid_call.c --json | grep -o '"id":"[^"]*"'
static int twice(int n)
{
    return n > 9 ? 0 : 2 * n;
}

int __VERIFIER_nondet_int(void);

int main(void)
{
    int (*f)(int) = __VERIFIER_nondet_int() ? twice : 0;
    return f(1);
}
