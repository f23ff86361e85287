// expect: proved
// Many rounds of additions, rotations and exclusive ors: what they compute matters to nothing, and costs little.
extern unsigned __VERIFIER_nondet_uint(void);

#define ROTATE(x, n) (((x) << (n)) | ((x) >> (32 - (n))))
#define ROUND(a, b, c, d) \
  a += b; d = ROTATE(d ^ a, 16); c += d; b = ROTATE(b ^ c, 12); a += b; d = ROTATE(d ^ a, 8); c += d; b = ROTATE(b ^ c, 7);
#define EIGHT(a, b, c, d) \
  ROUND(a, b, c, d) ROUND(b, c, d, a) ROUND(c, d, a, b) ROUND(d, a, b, c) \
  ROUND(a, b, c, d) ROUND(b, c, d, a) ROUND(c, d, a, b) ROUND(d, a, b, c)

int main(void) {
  unsigned state[4];
  for (int i = 0; i < 4; i++)
    state[i] = __VERIFIER_nondet_uint();
  unsigned a = state[0], b = state[1], c = state[2], d = state[3];
  EIGHT(a, b, c, d)
  EIGHT(a, b, c, d)
  state[0] = a;
  state[1] = b;
  state[2] = c;
  state[3] = d;
  return 0;
}
