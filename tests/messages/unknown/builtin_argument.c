// $ haltcert prove builtin_argument.c --no-refute
// $ haltcert prove builtin_argument.c --no-refute --json | grep -o '"id":"[^"]*"'
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    return __builtin_clz(__VERIFIER_nondet_uint());
}
