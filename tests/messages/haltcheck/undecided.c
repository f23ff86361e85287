// $ haltcert prove undecided.c -o undecided.cert --witnesses none > answer.txt
// $ haltcheck undecided.cert --embedded --no-solver
// $ haltcheck undecided.cert --embedded --no-solver --json
int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x < 0 || y < 0 || x > 1000 || y > 1000)
        return 0;
    return x * y;
}
