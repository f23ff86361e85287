// expect: unknown
// Rotated right by 8, the low byte is the highest one.
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  static unsigned char table[256];
  unsigned x = __VERIFIER_nondet_uchar();
  return table[__builtin_rotateright32(__builtin_rotateleft32(x, 8), 16)];
}
