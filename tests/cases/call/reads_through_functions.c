// entry: mix
// expect: proved
// Each call reads what was lent to it. The caller knows it then once, not once more for each call.
typedef unsigned u32;
static u32 ld(const u32 *p) { return *p; }
#define R(x, n) (((x) << n) | ((x) >> (32 - n)))
#define Q(a, b, c, d) b ^= R(a + d, 7); c ^= R(b + a, 9); d ^= R(c + b, 13); a ^= R(d + c, 18);
/*@ requires \valid_read(m + (0 .. 15)); */
u32 mix(const u32 *m)
{
    u32 x0 = ld(m), x1 = ld(m + 1), x2 = ld(m + 2), x3 = ld(m + 3), x4 = ld(m + 4), x5 = ld(m + 5), x6 = ld(m + 6);
    u32 x7 = ld(m + 7), x8 = ld(m + 8), x9 = ld(m + 9), xa = ld(m + 10), xb = ld(m + 11), xc = ld(m + 12);
    u32 xd = ld(m + 13), xe = ld(m + 14), xf = ld(m + 15);
    for (int i = 0; i < 20; i += 2) {
        Q(x0, x1, x2, x3) Q(x4, x5, x6, x7) Q(x8, x9, xa, xb) Q(xc, xd, xe, xf)
    }
    return x0 ^ x5 ^ xb ^ xe;
}
int main(void)
{
    u32 m[16] = { 1 };
    return (int)mix(m);
}
