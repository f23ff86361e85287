// entry: capacity
// expect: unknown
// concrete: none (nothing calls it)
// c < n <= 1000000 before it is doubled.
/*@ requires 1 <= n <= 1100000; */
int capacity(int n)
{
    int c = 16;
    while (c < n)
        c *= 2;
    return c * 1025;
}
