// expect: proved
// What counts bits stays below the width; the order of bytes leaves the range of the type.
unsigned __VERIFIER_nondet_uint(void);
unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned table[33];
  for (int i = 0; i < 33; i++)
    table[i] = i;
  unsigned x = __VERIFIER_nondet_uint();
  unsigned long y = __VERIFIER_nondet_ulong();
  unsigned sum = table[__builtin_popcount(x)] + table[__builtin_bswap32(x) >> 28];
  if (x)
    sum += table[1 + __builtin_clz(x)] + table[31 - __builtin_ctz(x)];
  if (y)
    sum += table[__builtin_ctzl(y) / 2];
  return sum;
}
