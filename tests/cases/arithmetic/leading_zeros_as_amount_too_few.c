// entry: normal
// expect: unknown
// concrete: none (nothing calls it)
// With the highest bit set there are 32 leading zeros: the amount is -1.
/*@ requires \true; */
unsigned normal(unsigned x)
{
    if (x == 0)
        return 0;
    return x << (__builtin_clzl(x) - 33);
}
