// A protocol's records: a byte of kind, a byte of length, then records within it.
static int record(const unsigned char *p, int n, int depth)
{
    char note[24];
    note[depth] = 1;
    if (n < 2 || depth == 6) return note[depth];
    int inner = p[1] < n - 2 ? p[1] : n - 2;
    return record(p + 2, inner, depth + 1);
}
/*@ requires 0 <= n <= 20; */
int run(int n)
{
    unsigned char text[32];
    for (int i = 0; i < 32; i++) text[i] = (unsigned char)(32 - i);
    return record(text, n, 0);
}
