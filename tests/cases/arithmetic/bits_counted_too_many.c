// expect: unknown
// All 32 bits may be set.
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned table[32];
  for (int i = 0; i < 32; i++)
    table[i] = i;
  return table[__builtin_popcount(__VERIFIER_nondet_uint() | 0xffff0000u)];
}
