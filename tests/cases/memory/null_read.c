// expect: unknown
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = 0;
  if (__VERIFIER_nondet_int())
    return *(volatile int *)p;
  return 0;
}
