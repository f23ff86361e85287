// expect: proved
static int next(void) {
  static int n = 0;
  if (n < 5)
    n++;
  return n;
}
int main(void) {
  while (next() < 5)
    ;
  return 0;
}
