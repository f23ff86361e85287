// expect: unknown
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  char a[100];
  unsigned i = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
  if (i + n <= 100)
    for (unsigned k = i; k < i + n; k++)
      a[k] = 0;
  a[i] = 0;
  return 0;
}
