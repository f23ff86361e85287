// $ haltcert prove broken_promise.c --no-refute
// $ haltcert prove broken_promise.c --no-refute --json | grep -o '"id":"[^"]*"'
__attribute__((nonnull)) static int first(const int *p)
{
    return p ? 1 : 0;
}

int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 1;
    return first(__VERIFIER_nondet_int() ? &x : 0);
}
