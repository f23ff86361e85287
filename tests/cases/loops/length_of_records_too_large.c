// entry: length
// expect: unknown
// concrete: none (nothing calls it)
// 259 * 9000000 leaves 31 bits.
/*@ requires \valid_read(sizes + (0 .. n - 1)) && 0 <= n <= 9000000; */
int length(const unsigned char *sizes, int n)
{
    int total = 0;
    for (int i = 0; i < n; i++)
        total += 4 + sizes[i];
    return total;
}
