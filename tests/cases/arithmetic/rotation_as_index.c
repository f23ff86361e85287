// expect: proved
// A rotation by a constant is exact: rotated back, the index is what it was. Masked, any value serves.
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned char table[256];
  for (int i = 0; i < 256; i++)
    table[i] = (unsigned char)i;
  unsigned x = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
  if (x > 255)
    return 0;
  unsigned y = __builtin_rotateleft32(x, 8);
  return table[__builtin_rotateright32(y, 40)] + table[__builtin_rotateleft32(x, n) & 255];
}
