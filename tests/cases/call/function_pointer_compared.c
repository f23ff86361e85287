// gap: proved
// Two functions of the program have two addresses; that neither is without code, and shares the address of the next, is
// not proved.
extern int __VERIFIER_nondet_int(void);

static void a(void) {}
static void b(void) {}

int main(void) {
  void (*f)(void) = 0;
  if (__VERIFIER_nondet_int())
    f = a;
  if (f != 0)
    f();
  while (f == b) {
  }
  return 0;
}
