// expect: proved
extern unsigned __VERIFIER_nondet_uint(void);

struct flags { unsigned low : 3; unsigned high : 5; };
int main(void) {
  struct flags f;
  int a[8];
  f.low = __VERIFIER_nondet_uint();
  f.high = 9;
  a[f.low] = 1;
  return 0;
}
