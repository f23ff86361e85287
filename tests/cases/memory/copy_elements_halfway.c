// expect: unknown
// Elements that begin at each long overlap, unless they are one.
struct triple {
  long a, b, c;
};

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  long a[10] = {0};
  unsigned i = __VERIFIER_nondet_uint() % 8u, j = __VERIFIER_nondet_uint() % 8u;
  *(struct triple *)(a + i) = *(struct triple *)(a + j);
  return 0;
}
