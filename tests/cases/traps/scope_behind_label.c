// expect: unknown
// concrete: none (the module has no end of this life)
static int k;
int main(void) {
  int *p = &k;
  {
  unused:;
    int x = 1;
    p = &x;
  }
  return *p;
}
