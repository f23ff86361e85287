// expect: unknown
// concrete: none (the module has no end of this life)
// A loop's body is a block, also without braces.
int main(void) {
  int *q = 0, n = 1;
  while (n--)
    q = (int[]){0, 1, 2};
  return *q;
}
