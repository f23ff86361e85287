// entry: f
// expect: unknown
// concrete: none (nothing calls it)
/*@ requires \valid(a + (0 .. 3)); */
int f(unsigned *a, unsigned n)
{
    unsigned b = 0, i = 0;
    while (n--) {
        if (b & 1)
            a[i++] = 0;
        else
            a[i] = 1;
        if (++b > 8)
            return 0;
    }
    return 1;
}
