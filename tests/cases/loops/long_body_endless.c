// entry: mix
// expect: no termination
// Straight code with many bits: the counter falls back.
typedef unsigned char u8;
static u8 xtime(u8 x) { return (x << 1) ^ (((x >> 7) & 1) * 0x1b); }
/*@ requires \valid(s + (0 .. 15)); */
void mix(u8 *s) {
  for (u8 i = 0; i < 4; i = (i + 1) & 3) {
    u8 *c = s + 4 * i, a = c[0] ^ c[1] ^ c[2] ^ c[3], b;
    b = xtime(c[0] ^ c[1]); c[0] ^= b ^ a;
    b = xtime(c[1] ^ c[2]); c[1] ^= b ^ a;
  }
}
int main(void) {
  u8 s[16] = {1, 2, 200};
  mix(s);
  return 0;
}
