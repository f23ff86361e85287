// options: --witnesses all
// expect: proved
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int a[100];
  unsigned x = __VERIFIER_nondet_uint() / 1u, y = __VERIFIER_nondet_uint() / 1u;
  unsigned z = x | y;
  if (z >= 70) return 1;
  a[z + 10] = 1;
  for (unsigned i = 0; i < z; i++) a[i + 2] = 5;
  return a[z + 3];
}
