// entry: f
// expect: proved
// A product of three sums: of the product of two of them the bounds are kept.
/*@ requires -30000 <= a <= 30000 && -30000 <= b <= 30000; */
long f(int a, int b)
{
    int x = a / 3 + b / 5, y = a / 7 - b / 9;
    long p = (long)x * y;
    return p * (x + 1);
}
