// options: --signed-overflow ideal
// expect: proved
// A distance first grows, then falls: two nested functions.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int distance = __VERIFIER_nondet_int(), speed = __VERIFIER_nondet_int();
  while (distance >= 0) {
    distance += speed;
    speed -= 2;
  }
  return 0;
}
