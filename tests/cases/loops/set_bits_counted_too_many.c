// entry: bits
// expect: unknown
// concrete: none (nothing calls it)
int bits(unsigned x)
{
    static char table[32];
    int n = 0;
    while (x) {
        n += x & 1;
        x >>= 1;
    }
    return table[n];
}
