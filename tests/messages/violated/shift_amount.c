// $ haltcert prove shift_amount.c --no-refute
// $ haltcert prove shift_amount.c
// $ haltcert prove shift_amount.c --json | grep -o '"id":"[^"]*"'
int __VERIFIER_nondet_int(void);

int main(void)
{
    return 1u << __VERIFIER_nondet_int();
}
