// expect: proved
// The argument has few values: one entry for each, with bounds of its own for the result.
extern int __VERIFIER_nondet_int(void);
static int moves(int discs) {
  return discs == 1 ? 1 : 2 * moves(discs - 1) + 1;
}
int main(void) {
  int discs = __VERIFIER_nondet_int();
  if (discs < 1 || discs > 31)
    return 0;
  return moves(discs);
}
