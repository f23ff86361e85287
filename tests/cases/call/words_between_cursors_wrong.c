// entry: f
// expect: unknown
// What the functions read stays known once; what they write replaces what was there.
typedef unsigned char u8;
typedef unsigned u32;
static u32 ld(const u8 *p) { return p[0] | p[1] << 8 | p[2] << 16 | (u32)p[3] << 24; }
static void st(u8 *p, u32 v) { p[0] = v; v >>= 8; p[1] = v; v >>= 8; p[2] = v; v >>= 8; p[3] = v; }
/*@ requires \valid_read(m + (0 .. n - 1)) && \valid(c + (0 .. n - 1));
  @ requires \separated(m + (0 .. n - 1), c + (0 .. n - 1)); */
void f(const u8 *m, u8 *c, unsigned long n)
{
    while (n >= 12) {
        u32 w = ld(m), x = ld(m + 4), y = ld(m + 8), z = ld(m + 12);
        st(c, w ^ x);
        st(c + 4, x ^ y);
        st(c + 8, y ^ z);
        st(c + 12, z);
        n -= 16;
        c += 16;
        m += 16;
    }
}
int main(void)
{
    u8 m[28] = { 1 }, c[28];
    f(m, c, 28);
    return c[0];
}
