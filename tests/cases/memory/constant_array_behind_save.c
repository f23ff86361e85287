// expect: unknown
// concrete: none (the array is not accepted, though nothing is wrong with it)
// The array looks like one of the whole call, but dies when the stack is restored.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  const unsigned n = 2;
  int sum = 0;
  int a[n];
  a[0] = __VERIFIER_nondet_int();
  return a[0] > sum;
}
