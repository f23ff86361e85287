// gap: proved
// All bits leave on the left after 32 steps.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  while (x != 0)
    x <<= 1;
  return 0;
}
