// expect: unknown
// concrete: none (refused)
extern long __VERIFIER_nondet_long(void);

int main(void) {
  __int128 x = __VERIFIER_nondet_long();
  int a[2];
  a[(int)(x * x < 0)] = 1;
  return 0;
}
