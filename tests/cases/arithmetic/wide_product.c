// expect: proved
// Of products of 128 bits only the range of what is taken from them matters.
unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned char table[16] = {0};
  unsigned long a = __VERIFIER_nondet_ulong(), carry = 0, limbs[4];
  for (int i = 0; i < 4; i++) {
    unsigned __int128 t = (unsigned __int128)a * (a + i) + carry;
    limbs[i] = (unsigned long)t;
    carry = (unsigned long)(t >> 64);
  }
  return table[limbs[3] & 15] + table[carry >> 60];
}
