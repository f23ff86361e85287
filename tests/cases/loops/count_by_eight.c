// expect: proved
// The counter is a multiple of 8, so that below 64 there is room for eight elements.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned words[64];
  for (int i = 0; i < 64; i += 8) {
    words[i] = __VERIFIER_nondet_uint();
    words[i + 1] = words[i] + 1;
    words[i + 7] = words[i + 1] ^ words[i];
  }
  int pairs = 0;
  for (int i = 62; i >= 0; i -= 2)
    if (words[i] == words[i + 1])
      pairs++;
  return pairs;
}
