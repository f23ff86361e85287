// entry: sum
// expect: proved
// -32768*i <= s <= 32767*i
/*@ requires \valid_read(p + (0 .. n - 1)) && 0 <= n <= 65536; */
int sum(const short *p, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += p[i];
    return s;
}
