// entry: f
// expect: proved
// i*i <= n <= 1000000, so i <= 1001.
/*@ requires 2 <= n <= 1000000; */
int f(int n)
{
    int c = 0;
    for (int i = 2; i * i <= n; i++)
        c ^= i;
    return c;
}
