// entry: sum
// expect: unknown
// concrete: none (nothing calls it)
// The rest is that of another number.
/*@ requires \valid_read(p + (0 .. n - 1)); */
unsigned sum(const unsigned char *p, unsigned n)
{
    unsigned s = 0;
    while (n > 0) {
        int k = n < 5552 ? n : 5552, i;
        for (i = k / 4; i; --i, p += 4)
            s += p[0] + p[1] + p[2] + p[3];
        for (i = k % 5; i; --i)
            s += *p++;
        n -= k;
    }
    return s;
}
