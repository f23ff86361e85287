// expect: proved
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int step = __VERIFIER_nondet_int();
  if (step <= 0 || step > 100)
    return 0;
  for (int i = 0; i < 1000; i += step)
    ;
  return 0;
}
