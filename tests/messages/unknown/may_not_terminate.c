// $ haltcert prove may_not_terminate.c --signed-overflow ideal --no-refute
// $ haltcert prove may_not_terminate.c --signed-overflow ideal --no-refute --json | grep -o '"id":"[^"]*"'
int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int step = __VERIFIER_nondet_int();
    while (x > 0)
        x = x - step;
    return 0;
}
