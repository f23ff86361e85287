// expect: proved
extern int __VERIFIER_nondet_int(void);

static void one(int *n) { *n = *n - 1; }
static void two(int *n) { *n = *n - 2; }

int main(void) {
  void (*steps[4])(int *) = {one, two, one, two};
  int n = __VERIFIER_nondet_int();
  while (n > 0) {
    int k = __VERIFIER_nondet_int();
    if (k < 0 || k > 3)
      k = 0;
    steps[k](&n);
  }
  return 0;
}
