// expect: unknown
// concrete: none (the module has no end of this life)
static int k = 1, *keep = &k;
static void inner(int *p) { keep = p; }
static void outer(int *p) { inner(p + 1); }
int main(void) {
  switch (k) {
    int x[2];
  case 1:
    x[1] = 2;
    outer(x);
  }
  return *keep;
}
