// expect: unknown
unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned char table[16] = {0};
  unsigned long a = __VERIFIER_nondet_ulong();
  return table[(unsigned long)(((unsigned __int128)a * 33) >> 64)];
}
