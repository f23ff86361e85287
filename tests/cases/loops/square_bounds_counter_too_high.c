// entry: f
// expect: unknown
// concrete: none (nothing calls it)
// 46341 * 46341 leaves 31 bits.
/*@ requires 2 <= n <= 2147483647; */
int f(int n)
{
    int c = 0;
    for (int i = 2; i * i <= n; i++)
        c ^= i;
    return c;
}
