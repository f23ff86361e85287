// entry: sum
// expect: unknown
// concrete: none (nothing calls it)
// The counter is a pointer.
/*@ requires \valid_read(p + (0 .. n - 1)) && 0 <= n <= 1000; */
int sum(const unsigned char *p, int n)
{
    static char table[255000];
    const unsigned char *end = p + n;
    int s = 0;
    while (p < end)
        s += *p++;
    return table[s];
}
