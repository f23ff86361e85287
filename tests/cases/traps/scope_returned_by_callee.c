// expect: unknown
// concrete: none (the module has no end of this life)
static int *same(int *p) {
  int *q = p;
  return q;
}
int main(void) {
  int *p;
  { p = same((int[]){1, 2}); }
  return p[1];
}
