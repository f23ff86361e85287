// expect: proved
static int one(int x) { return x - 1; }
static int two(int x) { return one(one(x)); }
static int four(int x) { return two(two(x)); }
int main(void) {
  int n = 100;
  while (n > 3)
    n = four(n);
  return 0;
}
