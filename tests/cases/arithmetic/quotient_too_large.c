// expect: unknown
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int a[10];
  unsigned x = __VERIFIER_nondet_uint();
  if (x <= 100)
    a[x / 10] = 1;
  return 0;
}
