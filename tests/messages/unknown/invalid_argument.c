// $ haltcert prove invalid_argument.c --no-refute
// $ haltcert prove invalid_argument.c --no-refute --json | grep -o '"id":"[^"]*"'
int isalpha(int);

int __VERIFIER_nondet_int(void);

int main(void)
{
    return isalpha(__VERIFIER_nondet_int());
}
