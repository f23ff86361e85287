// expect: proved
// A trap ends the run like abort; clang puts no `unreachable` behind it.
int __VERIFIER_nondet_int(void);
int main(void) {
  int table[10] = {0};
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i >= 10)
    __builtin_trap();
  __builtin_debugtrap();
  return table[i];
}
