// expect: unknown
// concrete: none (in the interpreter every function has an address of its own)
// The first function has no code, so it may have the address of the second.
extern int __VERIFIER_nondet_int(void);

void nothing(void) { __builtin_unreachable(); }
void something(void) {}
void (*table[2])(void) = {nothing, something};

int main(void) {
  int i = __VERIFIER_nondet_int() != 0;
  if (table[i] == table[1 - i])
    *(volatile int *)0 = 1;
  return 0;
}
