// expect: proved
// options: --signed-overflow wrap
// expect: proved
// options: --signed-overflow ideal
// expect: proved

// The results are merged; that they are values of their type, which wrap in every mode, must not be forgotten.
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned ackermann(unsigned m, unsigned n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

int main(void)
{
    unsigned m = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
    return m <= 3 ? ackermann(m, n) == 0 : 0;
}
