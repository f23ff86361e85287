// expect: violated termination
// Some inputs let it go on forever while a counter grows; others end it.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned long turns = 0;
  while (__VERIFIER_nondet_int() != 7)
    turns += 3;
  return turns > 100;
}
