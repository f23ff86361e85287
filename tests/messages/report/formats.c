// $ haltcert prove formats.c --format github
// $ haltcert prove formats.c --format junit
// $ haltcert prove formats.c --format termcomp
// $ haltcert prove formats.c --format sarif | sed -n '/"results": \[/,/"tool"/p'
int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[4] = {0};
    return a[__VERIFIER_nondet_int() & 7];
}
