// expect: proved
// From either side.
extern int __VERIFIER_nondet_int(void);
static long long add(long long m, long long n) {
  if (n > 0)
    return add(m + 1, n - 1);
  if (n < 0)
    return add(m - 1, n + 1);
  return m;
}
int main(void) {
  return add(__VERIFIER_nondet_int(), __VERIFIER_nondet_int()) > 0;
}
