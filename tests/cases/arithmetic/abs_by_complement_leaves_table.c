// entry: f
// expect: unknown
// concrete: none (nothing calls it)
// (x ^ m) - m is |x| where m is 0 or -1.
/*@ requires -1001 <= x <= 1000; */
int f(int x)
{
    static char table[1001];
    int m = x >> 31;
    return table[(x ^ m) - m];
}
