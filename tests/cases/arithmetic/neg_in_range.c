// expect: proved
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 0)
    x = -x;
  while (x < 0)
    x++;
  return 0;
}
