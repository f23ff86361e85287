// expect: unknown reason~"qsort"
// concrete: none (the program is safe; qsort has no contract, because it calls back)
#include <stdlib.h>

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
  int a[3] = {3, 1, 2};
  qsort(a, 3, sizeof(int), compare);
  return a[0];
}
