// expect: violated no overflow
// A function without parameters has fewer registers than its caller when the run is told there.
extern int __VERIFIER_nondet_int(void);
static void again(void) { __VERIFIER_nondet_int(); }
int main(void) {
  int a = __VERIFIER_nondet_int(), b = a / 2, c = b / 2;
  again();
  return a + b + c;
}
