// expect: unknown
// As few_values.c, with one value more: the last result does not fit.
static int moves(int discs) {
  return discs == 1 ? 1 : 2 * moves(discs - 1) + 1;
}
int main(void) {
  return moves(32);
}
