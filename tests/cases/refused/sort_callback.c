// expect: unknown
// concrete: none (refused)
static int order(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}
void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
int main(void) {
  int a[3];
  qsort(a, 3, sizeof(int), order);
  return 0;
}
