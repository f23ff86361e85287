// expect: proved
// Like combined.c, but it turns back before the edge.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
  if (low < 0 || low >= high) return 0;
  int next = low + 1;
  while (next != low && __VERIFIER_nondet_int())
    next = next < high ? next + 1 : 0;
  return 0;
}
