// $ haltcert prove endless_run.c --no-refute
// $ haltcert prove endless_run.c
// $ haltcert prove endless_run.c --json | grep -o '"id":"[^"]*"'
int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    while (x > 0)
        x = x % 7 + 1;
    return 0;
}
