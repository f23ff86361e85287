// expect: proved
// Rounds of a cipher whose tables are read at a hundred places that nobody knows: only the ranges of the bytes matter.
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned table[2][256];
#define ROUND(l, r, k) (l ^= k, r ^= (table[0][l >> 24] + table[1][l >> 16 & 0xff]) ^ table[0][l & 0xff])
int main(void) {
  unsigned l = __VERIFIER_nondet_uint(), r = __VERIFIER_nondet_uint();
  for (int i = 0; i < 256; i++)
    table[0][i] = __VERIFIER_nondet_uint();
  ROUND(l, r, 1u), ROUND(r, l, 2u), ROUND(l, r, 3u), ROUND(r, l, 4u);
  ROUND(l, r, 5u), ROUND(r, l, 6u), ROUND(l, r, 7u), ROUND(r, l, 8u);
  return (l ^ r) >> 31;
}
