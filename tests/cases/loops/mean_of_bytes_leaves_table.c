// entry: mean
// expect: unknown
// concrete: none (nothing calls it)
// s <= 255*n, so the mean is a byte.
/*@ requires \valid_read(p + (0 .. n - 1)) && 1 <= n <= 65536; */
int mean(const unsigned char *p, int n)
{
    static char table[255];
    int s = 0;
    for (int i = 0; i < n; i++)
        s += p[i];
    return table[s / n];
}
