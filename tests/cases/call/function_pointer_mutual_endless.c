// expect: memory-safe only
typedef int (*function)(int);
extern int __VERIFIER_nondet_int(void);

static int odd(int n);
static int even(int n) {
  function f = odd;
  return n == 0 ? 1 : f(n - 1);
}
static function table[2] = {even, odd};
static int odd(int n) { return n == 0 ? 0 : table[0](n + 1); }

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000)
    n = 0;
  return even(n);
}
