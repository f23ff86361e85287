// expect: proved
// options: --signed-overflow wrap
// expect: proved
// It goes on for long, with any inputs, and ends: no set of its states is closed.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = 1, guard = 0;
  while (guard < 4000000000u) {
    x = x * 1664525u + 1013904223u + __VERIFIER_nondet_uint() % 2u;
    guard += (x >> 31) + 1;
  }
  return 0;
}
