// options: --entry f
// expect: proved
int f(int n) {
  while (n > 0)
    n--;
  return n;
}
