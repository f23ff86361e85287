// expect: unknown
// Behind a trap for debuggers the run may go on.
int __VERIFIER_nondet_int(void);
int main(void) {
  int table[10] = {0};
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i >= 10)
    __builtin_debugtrap();
  return table[i];
}
