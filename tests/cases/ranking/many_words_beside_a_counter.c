// entry: mix
// expect: proved
// What bounds the counter of the rounds is one fact among hundreds about the words and where they came from.
typedef unsigned char u8;
typedef unsigned u32;
#define LOAD(p) ((p)[0] | (p)[1] << 8 | (p)[2] << 16 | (u32)(p)[3] << 24)
#define STORE(p, w) do { (p)[0] = (u8)(w); (p)[1] = (u8)((w) >> 8); (p)[2] = (u8)((w) >> 16); (p)[3] = (u8)((w) >> 24); } while (0)
#define EACH(F) F(0) F(1) F(2) F(3) F(4) F(5) F(6) F(7) F(8) F(9) F(10) F(11) F(12) F(13) F(14) F(15)
#define FIRST(i) u32 x##i = LOAD(m + 4 * i), y##i = x##i;
#define LAST(i) STORE(c + 4 * i, x##i + y##i);
#define QUARTER(a, b, c, d) b ^= (a + d) << 7 | (a + d) >> 25; c ^= (b + a) << 9 | (b + a) >> 23; d ^= (c + b); a ^= (d + c);

/*@ requires \valid_read(m + (0 .. 63)) && \valid(c + (0 .. 63)) && \separated(m + (0 .. 63), c + (0 .. 63)); */
void mix(const u8 *m, u8 *c)
{
    EACH(FIRST)
    for (int i = 0; i < 20; i += 2) {
        QUARTER(x0, x4, x8, x12) QUARTER(x5, x9, x13, x1) QUARTER(x10, x14, x2, x6) QUARTER(x15, x3, x7, x11)
    }
    EACH(LAST)
}

int main(void)
{
    u8 m[64] = { 1, 2, 3 }, c[64];
    mix(m, c);
    return c[0];
}
