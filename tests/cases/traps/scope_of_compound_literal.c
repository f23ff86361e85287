// expect: unknown
// concrete: none (the module has no end of this life)
int main(void) {
  int *q;
  { q = (int[]){0, 1, 2}; }
  return *q;
}
