// $ haltcert prove recursion_may_not_end.c --entry steps --no-refute
unsigned steps(unsigned n)
{
    if (n <= 1)
        return 0;
    return steps(n % 2 ? 3 * n + 1 : n / 2) + 1;
}
