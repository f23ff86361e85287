// expect: proved
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[10];
  int x = __VERIFIER_nondet_int();
  if (x >= 0)
    a[x % 10] = 1;
  return 0;
}
