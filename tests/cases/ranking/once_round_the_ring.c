// expect: proved
// Upwards to the end, from 0 to the start: the two parts are ranked one after the other.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int start = __VERIFIER_nondet_int(), end = __VERIFIER_nondet_int();
  if (start < 0 || start >= end || end > 1000000)
    return 0;
  for (int at = start + 1; at != start;) {
    if (at <= end)
      at++;
    else
      at = 0;
  }
  return 0;
}
