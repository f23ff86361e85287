// expect: proved
extern void __VERIFIER_assume(int);

int main(void) {
  int i = 0;
  while (1) {
    __VERIFIER_assume(i < 5);
    i++;
  }
}
