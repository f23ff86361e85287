// entry: sum
// expect: unknown
// concrete: none (nothing calls it)
// s <= 511*(n at entry - n)
/*@ requires \valid_read(p + (0 .. n - 1)) && 0 <= n <= 1000; */
int sum(const unsigned char *p, int n)
{
    static char table[511000];
    int s = 0;
    while (n--)
        s += 2 * *p++ + 1;
    return table[s];
}
