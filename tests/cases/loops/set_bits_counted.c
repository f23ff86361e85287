// entry: bits
// expect: proved
int bits(unsigned x)
{
    static char table[33];
    int n = 0;
    while (x) {
        n += x & 1;
        x >>= 1;
    }
    return table[n];
}
