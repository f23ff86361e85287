// options: --signed-overflow ideal
// expect: memory-safe only
// As an unbounded number v is never 5 again; its bits are.
int main(void) {
  int v = 6;
  while ((unsigned)v != 5u) v++;
  return 0;
}
