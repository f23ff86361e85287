// entry: f
// expect: unknown
// concrete: none (nothing calls it)
// Numbers about 160 times as large leave 64 bits.
/*@ requires -5000000 <= a <= 5000000 && -5000000 <= b <= 5000000; */
long f(int a, int b)
{
    int x = a / 3 + b / 5, y = a / 7 - b / 9;
    long p = (long)x * y;
    return p * 4 * (x + 1);
}
