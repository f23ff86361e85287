// entry: f
// expect: proved
// A number below 2^10 has at least 22 leading zeros.
/*@ requires 1 <= x < 1024; */
unsigned f(unsigned x)
{
    static char table[10];
    return table[31 - __builtin_clz(x)];
}
