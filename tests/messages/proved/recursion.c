// $ haltcert prove recursion.c
static unsigned gcd(unsigned a, unsigned b)
{
    return b == 0 ? a : gcd(b, a % b);
}

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    return gcd(__VERIFIER_nondet_uint(), __VERIFIER_nondet_uint()) == 0;
}
