// expect: proved
// The comparison is unsigned, so it excludes negative indices.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[10];
  int i = __VERIFIER_nondet_int();
  unsigned n = 10;
  if (i < n)
    a[i] = 0;
  return 0;
}
