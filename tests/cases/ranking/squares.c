// expect: proved
// A square of a number from 2 on is larger than the number.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), limit = __VERIFIER_nondet_int();
  if (limit > 40000)
    return 0;
  while (x > 1 && x < limit)
    x = x * x;
  return 0;
}
