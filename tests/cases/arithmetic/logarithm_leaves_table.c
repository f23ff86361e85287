// entry: f
// expect: unknown
// concrete: none (nothing calls it)
// 1024 has 21 leading zeros.
/*@ requires 1 <= x <= 1024; */
unsigned f(unsigned x)
{
    static char table[10];
    return table[31 - __builtin_clz(x)];
}
