// expect: violated memory safety
// Two numbers that only the program's own comparisons tell.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[4] = {0};
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x != 123456) return 0;
  if (y != x * 3 + 5) return 0;
  return a[y - 370369];
}
