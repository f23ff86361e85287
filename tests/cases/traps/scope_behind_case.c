// expect: unknown
// concrete: none (the module has no end of this life)
static int k = 1;
int main(void) {
  int *p = &k;
  switch (k) {
  case 1:;
    int x = 2;
    p = &x;
  default:
    break;
  }
  return *p;
}
