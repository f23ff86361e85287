// expect: unknown
// options: --signed-overflow wrap
// expect: unknown
// i + 100 overflows; when it wraps, i may be enormous.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[100];
  int i = __VERIFIER_nondet_int();
  if (i >= 0 && i + 100 < 200)
    a[i] = 0;
  return 0;
}
