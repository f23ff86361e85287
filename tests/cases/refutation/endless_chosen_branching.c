// expect: violated termination
// As endless_chosen.c; the counter decides which way a round goes, so that only a graph shows it.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned long turns = 0, late = 0;
  while (__VERIFIER_nondet_int() != 7) {
    turns += 3;
    if (turns > 100)
      late++;
  }
  return late > 1;
}
