// expect: proved
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 1000)
    return 0;
  int y = x + 1;
  while (y > 0)
    y--;
  return 0;
}
