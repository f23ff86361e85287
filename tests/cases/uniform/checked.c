// entry: count
// expect: proved
// Elements that are not written, but compared by an earlier loop.
/*@ requires \valid_read(a + (0 .. n - 1)) && n <= 288; */
int count(const unsigned char *a, unsigned n)
{
    unsigned total[16] = {0};
    for (unsigned i = 0; i < n; i++)
        if (a[i] > 15)
            return -1;
    for (unsigned i = 0; i < n; i++)
        total[a[i]]++;
    return (int)(total[0] & 1);
}
