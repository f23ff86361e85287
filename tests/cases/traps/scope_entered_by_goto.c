// expect: unknown
// concrete: none (the module has no end of this life)
// The compiler marks no end of x, since a jump enters its scope.
int main(void) {
  int *p = 0, round = 0;
again:
  if (p)
    return *p;
  goto in;
  {
    int x;
  in:
    x = 5;
    p = &x;
  }
  if (round++ < 1)
    goto again;
  return 0;
}
