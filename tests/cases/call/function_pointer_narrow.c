// expect: proved
extern int __VERIFIER_nondet_int(void);

static short up(unsigned char c) { return c + 1; }
static short down(unsigned char c) { return c - 1; }

int main(void) {
  short (*f)(unsigned char) = __VERIFIER_nondet_int() ? up : down;
  return f(3);
}
