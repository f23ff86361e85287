// expect: unknown
// The same computation, whose result is an index: now its bounds are not enough.
extern unsigned __VERIFIER_nondet_uint(void);

#define ROTATE(x, n) (((x) << (n)) | ((x) >> (32 - (n))))
#define ROUND(a, b, c, d) \
  a += b; d = ROTATE(d ^ a, 16); c += d; b = ROTATE(b ^ c, 12); a += b; d = ROTATE(d ^ a, 8); c += d; b = ROTATE(b ^ c, 7);

int main(void) {
  int table[16];
  unsigned a = __VERIFIER_nondet_uint(), b = 1, c = 2, d = 3;
  ROUND(a, b, c, d)
  ROUND(b, c, d, a)
  table[a & 31] = 1;
  return 0;
}
