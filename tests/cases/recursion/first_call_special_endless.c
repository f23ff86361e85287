// expect: no termination
// As first_call_special.c, but neither argument need be 0.
extern int __VERIFIER_nondet_int(void);
static int swap(int a, int b) {
  return a ? swap(b, a) : b;
}
int main(void) {
  int g = __VERIFIER_nondet_int();
  return swap(g, g + !g);
}
