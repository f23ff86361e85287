// entry: f
// expect: proved
// The counter begins at -k, which is a term and no variable: it is compared with that.
/*@ requires n >= 0 && \valid_read(p + (0 .. n / 4 - 1)); */
unsigned f(const unsigned *p, int n)
{
    int k = n / 4;
    const unsigned *end = p + k;
    unsigned s = 0;
    for (int i = -k; i; i++)
        s ^= end[i];
    return s;
}
