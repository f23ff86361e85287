// expect: unknown
int main(void) {
  int *q;
  { q = (int[]){0, 1, 2}; }
  return *q;
}
