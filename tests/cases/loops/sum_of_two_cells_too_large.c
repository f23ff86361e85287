// entry: f
// expect: unknown
// concrete: none (nothing calls it)
// u->off + u->len <= i at the loop's head.
struct field { unsigned long off, len; };
/*@ requires \valid(u) && \valid_read(b + (0 .. n - 1)) && \separated(u, b + (0 .. n - 1)); */
int f(struct field *u, const char *b, unsigned long n)
{
    u->off = u->len = 0;
    for (unsigned long i = 0; i < n; i++)
        if (b[i] == 'x') {
            u->len++;
        } else {
            u->off = i;
            u->len = 1;
        }
    return n ? b[u->off + u->len] : 0;
}
