// entry: f
// expect: unknown
// concrete: none (nothing calls it)
// The next power of two, by leading zeros.
/*@ requires 2 <= x <= 1025; */
unsigned f(unsigned x)
{
    static char table[1025];
    unsigned k = 32 - __builtin_clz(x - 1);
    return table[1u << k];
}
