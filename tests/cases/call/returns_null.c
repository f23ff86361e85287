// expect: unknown
// concrete: none (only the promise is broken)
int __VERIFIER_nondet_int(void);
static int x;
__attribute__((returns_nonnull, noinline)) static int *some(int n)
{
  return n ? &x : (int *)0;
}

int main(void)
{
  some(__VERIFIER_nondet_int());
  return 0;
}
