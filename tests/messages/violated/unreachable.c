// $ haltcert prove unreachable.c --no-refute
// $ haltcert prove unreachable.c
// $ haltcert prove unreachable.c --json | grep -o '"id":"[^"]*"'
int __VERIFIER_nondet_int(void);

int main(void)
{
    if (__VERIFIER_nondet_int() > 3)
        __builtin_unreachable();
    return 0;
}
