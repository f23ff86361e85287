// $ haltcert prove time.c --timeout 1 --no-refute | grep -o 'limit reached: time limit (.*)'
// $ haltcert prove time.c --timeout 1 --no-refute --json | grep -o '"id":"[^"]*"'
// A search that takes minutes, whatever the machine.
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned s[64];
static unsigned turn(unsigned x, unsigned k) { return x << k | x >> (32 - k); }
int main(void) {
  for (int i = 0; i < 64; i++) s[i] = __VERIFIER_nondet_uint();
  for (unsigned r = 0; r < __VERIFIER_nondet_uint(); r++)
    for (int i = 0; i < 60; i++)
      for (int j = 0; j < 60; j++)
        for (int k = 0; k < 60; k++) {
          s[(i + j * k) & 63] ^= turn(s[i], 1 + ((j ^ k) & 15)) + s[j];
          if (s[k] > s[i]) s[(s[k] * s[i]) % 64] *= s[j]; else s[i] /= 1 + (s[k] & 7);
          while (s[j] > s[k]) s[j] = (s[j] - s[k]) * (s[i] & 3) / 3;
        }
  return 0;
}
