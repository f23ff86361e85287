// entry: sum
// expect: unknown
// concrete: none (nothing calls it)
// -32768 * 65537 does not fit.
/*@ requires \valid_read(p + (0 .. n - 1)) && 0 <= n <= 65537; */
int sum(const short *p, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += p[i];
    return s;
}
