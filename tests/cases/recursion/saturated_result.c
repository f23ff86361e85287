// expect: proved
// The result stays below a constant that the function compares it with.
extern unsigned __VERIFIER_nondet_uint(void);
static int capped(unsigned n) {
  if (n == 0)
    return 0;
  int r = capped(n - 1) + 1;
  return r > 5 ? 5 : r;
}
int main(void) {
  int room[6];
  room[capped(__VERIFIER_nondet_uint())] = 1;
  return 0;
}
