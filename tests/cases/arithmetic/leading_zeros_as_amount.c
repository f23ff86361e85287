// entry: normal
// expect: proved
// A number of 32 bits has at least 32 leading zeros in 64.
/*@ requires \true; */
unsigned normal(unsigned x)
{
    if (x == 0)
        return 0;
    return x << (__builtin_clzl(x) - 32);
}
