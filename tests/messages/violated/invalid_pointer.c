// $ haltcert prove invalid_pointer.c --no-refute
// $ haltcert prove invalid_pointer.c
// $ haltcert prove invalid_pointer.c --json | grep -o '"id":"[^"]*"'
int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 1;
    int *p = __VERIFIER_nondet_int() ? &x : 0;
    return *p;
}
