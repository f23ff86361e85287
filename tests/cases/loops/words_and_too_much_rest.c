// entry: sum
// expect: unknown
// concrete: none (nothing calls it)
// By shifts and masks.
/*@ requires \valid_read(p + (0 .. n - 1)) && n <= 1000000; */
unsigned sum(const unsigned char *p, unsigned long n)
{
    unsigned s = 0;
    for (unsigned long i = n >> 3; i > 0; i--, p += 8)
        s += p[0] ^ p[7];
    for (unsigned long i = n & 15; i > 0; i--)
        s += *p++;
    return s;
}
