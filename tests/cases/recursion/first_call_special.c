// expect: proved
// One of the two arguments is 0 from the second call on.
extern int __VERIFIER_nondet_int(void);
static int swap(int a, int b) {
  return a ? swap(b, a) : b;
}
int main(void) {
  int g = __VERIFIER_nondet_int();
  return swap(g, !g);
}
