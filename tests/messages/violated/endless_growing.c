// $ haltcert prove endless_growing.c --signed-overflow ideal --no-refute
// $ haltcert prove endless_growing.c --signed-overflow ideal
// $ haltcert prove endless_growing.c --signed-overflow ideal --json | grep -o '"id":"[^"]*"'
int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    while (x > 0)
        x = x + 1;
    return 0;
}
