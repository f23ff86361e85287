// expect: proved
// The address goes nowhere but to a function that does not keep it.
extern int __VERIFIER_nondet_int(void);
static int first(const int *p) {
  const int *q = p;
  return q[0];
}
int main(void) {
  int sum = 0;
  switch (__VERIFIER_nondet_int()) {
    int x[2], i;
  case 1:
    for (i = 0; i < 2; i++)
      x[i] = i;
    sum = x[1] + first(x);
    break;
  default:
    break;
  }
  return sum;
}
