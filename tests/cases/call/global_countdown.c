// expect: proved
extern int __VERIFIER_nondet_int(void);

int n;
static int more(void) { return n > 0; }
static void step(void) { n--; }
int main(void) {
  n = __VERIFIER_nondet_int();
  while (more())
    step();
  return 0;
}
