// expect: unknown reason~"function of the type of this call"
extern int __VERIFIER_nondet_int(void);

static void nothing(void) {}
static void (*const table[2])(void) = {nothing, 0};

int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 1)
    k = 1;
  table[k]();
  return 0;
}
