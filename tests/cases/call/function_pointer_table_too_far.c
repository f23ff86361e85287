// expect: unknown
extern int __VERIFIER_nondet_int(void);

static void nothing(void) {}
static void (*const table[2])(void) = {nothing, nothing};

int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 2)
    k = 2;
  table[k]();
  return 0;
}
