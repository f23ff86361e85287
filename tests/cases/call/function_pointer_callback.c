// expect: proved
static int less(int a, int b) { return a < b; }
static int more(int a, int b) { return a > b; }

static void sort(int *a, int n, int (*before)(int, int)) {
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      if (before(a[j], a[i])) {
        int t = a[i];
        a[i] = a[j];
        a[j] = t;
      }
}

int main(void) {
  int a[5] = {3, 1, 4, 1, 5};
  sort(a, 5, less);
  sort(a, 5, more);
  return a[0];
}
