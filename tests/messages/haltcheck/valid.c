// $ haltcert prove valid.c -o valid.cert --emit-module valid.ll > answer.txt
// $ haltcheck valid.cert --module valid.ll
// $ haltcheck valid.cert --embedded --json
// $ haltcheck trust valid.cert
// $ haltcheck show valid.cert
// $ haltcheck explain valid.cert node:1
// $ haltcheck explain valid.cert step:2
int __VERIFIER_nondet_int(void);

int main(void)
{
    for (int i = __VERIFIER_nondet_int(); i > 0; i--)
        ;
    return 0;
}
