// expect: proved
// An assumption that is false ends the program.
extern void __VERIFIER_assume(int);

int main(void) {
  __VERIFIER_assume(0);
  return *(volatile int *)0;
}
