// expect: unknown
// concrete: none (the module has no end of this life)
// Jumping back ends the life of b; the compiler restores the stack for a only.
int main(void) {
  int *p = 0, n = 3, round = 0;
  int a[n];
  a[0] = 0;
again:;
  int b[n];
  if (p)
    return *p;
  b[0] = a[0];
  p = b;
  round = 1;
  goto again;
}
