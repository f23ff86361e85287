// expect: proved
// One element of an array may be assigned to itself.
struct triple {
  long a, b, c;
};

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  struct triple a[8];
  unsigned i = __VERIFIER_nondet_uint() % 8u, j = __VERIFIER_nondet_uint() % 8u;
  a[i] = a[j];
  return 0;
}
