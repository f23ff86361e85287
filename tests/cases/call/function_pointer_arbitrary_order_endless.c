// expect: memory-safe only
extern int __VERIFIER_nondet_int(void);

static void one(int *n) { *n = *n - 1; }
static void none(int *n) { (void)n; }

int main(void) {
  void (*steps[2])(int *) = {one, none};
  int n = __VERIFIER_nondet_int();
  while (n > 0) {
    int k = __VERIFIER_nondet_int();
    if (k < 0 || k > 1)
      k = 0;
    steps[k](&n);
  }
  return 0;
}
