// expect: proved
// The argument's bits are those of an unsigned number, the parameter is read as a signed one.
extern int __VERIFIER_nondet_int(void);

static int flip(unsigned char n, int m) {
  if (n == 0)
    return m;
  return flip(n >> 1, m ^ 2);
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  return flip(x & 255, x % 4);
}
