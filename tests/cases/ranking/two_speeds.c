// options: --signed-overflow ideal
// expect: proved
// Each branch moves by another speed, and the speeds fall: phases by their signs.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int way = __VERIFIER_nondet_int();
  int slow = __VERIFIER_nondet_int(), fast = __VERIFIER_nondet_int();
  while (way >= 0) {
    if (__VERIFIER_nondet_int())
      way += slow;
    else
      way += fast;
    fast += slow;
    slow--;
  }
  return 0;
}
