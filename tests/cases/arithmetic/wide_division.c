// expect: unknown message~"128 bits"
// A divisor of which nothing is known may be 0.
unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long a = __VERIFIER_nondet_ulong();
  return (int)(((unsigned __int128)a << 5) / a);
}
