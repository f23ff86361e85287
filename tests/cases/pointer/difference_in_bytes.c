// expect: unknown
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int a[10];
  unsigned i = __VERIFIER_nondet_uint() % 10;
  char *p = (char *)&a[i];
  int b[10];
  b[p - (char *)a] = 1;
  return 0;
}
