// options: --entry f
// expect: unknown
// Nothing is known about p.
int f(int *p) {
  return *p;
}
