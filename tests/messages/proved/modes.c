// $ haltcert prove modes.c --signed-overflow wrap
// $ haltcert prove modes.c --signed-overflow ideal --property termination
// $ haltcert prove modes.c --data-model ilp32 --malloc-may-fail --property memory-safety
int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    for (int i = n; i > 0; i -= 2)
        ;
    return 0;
}
