// expect: no termination
// options: --signed-overflow wrap
// expect: no termination
// options: --signed-overflow ideal
// expect: no termination

// Where both are positive the first argument of the outer call stays: ackermann(1, 1) calls itself.
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned ackermann(unsigned m, unsigned n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m, ackermann(m, n - 1));
}

int main(void)
{
    unsigned m = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
    return m <= 3 ? ackermann(m, n) == 0 : 0;
}
