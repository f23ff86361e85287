// expect: unknown
// concrete: none (the module has no end of this life)
extern int __VERIFIER_nondet_int(void);
static int get(int *p) { return *p; }
int main(void) {
  int *q;
  switch (__VERIFIER_nondet_int()) {
    int x[2];
  default:
    x[0] = 0;
    q = x;
  }
  return get(q);
}
