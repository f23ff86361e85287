// expect: memory-safe only
// What stands behind a loop without end is reached if the compiler takes its end for granted: without a claim of
// termination the answer says that it must not.
int main(void) {
  unsigned i = 1;
  while (i != 0)
    i = 3 - i;
  return 0;
}
