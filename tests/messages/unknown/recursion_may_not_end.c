// $ haltcert prove recursion_may_not_end.c --entry steps --signed-overflow ideal --no-refute --attempt composed
int steps(int n, int k)
{
    return n <= 0 ? 0 : steps(n - k, k);
}
