// expect: unknown
// Rotated right by 8, the low byte is the highest one.
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned char table[256];
  for (int i = 0; i < 256; i++)
    table[i] = (unsigned char)i;
  unsigned x = __VERIFIER_nondet_uint();
  if (x > 255)
    return 0;
  return table[__builtin_rotateright32(__builtin_rotateleft32(x, 8), 16)];
}
