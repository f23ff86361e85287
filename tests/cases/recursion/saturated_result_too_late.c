// expect: unknown
// As saturated_result.c, with one element too few.
extern unsigned __VERIFIER_nondet_uint(void);
static int capped(unsigned n) {
  if (n == 0)
    return 0;
  int r = capped(n - 1) + 1;
  return r > 5 ? 5 : r;
}
int main(void) {
  int room[5];
  room[capped(7)] = 1;
  return 0;
}
