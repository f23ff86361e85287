// expect: no termination
// options: --signed-overflow ideal
// expect: no termination
// As towards_zero.c, but 0 is stepped over.
extern int __VERIFIER_nondet_int(void);
static long long add(long long m, long long n) {
  if (n > 0)
    return add(m + 1, n - 2);
  if (n < 0)
    return add(m - 1, n + 2);
  return m;
}
int main(void) {
  return add(__VERIFIER_nondet_int(), __VERIFIER_nondet_int()) > 0;
}
