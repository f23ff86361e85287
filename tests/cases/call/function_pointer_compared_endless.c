// expect: memory-safe only
extern int __VERIFIER_nondet_int(void);

static void a(void) {}
static void b(void) {}

int main(void) {
  void (*f)(void) = a;
  if (__VERIFIER_nondet_int())
    f = b;
  while (f == b) {
  }
  return 0;
}
