// expect: proved
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  int m = x > y ? x : y;
  while (x < m)
    x++;
  return 0;
}
