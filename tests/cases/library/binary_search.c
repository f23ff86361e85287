// entry: search
// expect: proved
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static void numbers(int *a, int n)
{
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
}

typedef unsigned int u32;

/*@ requires \valid_read(a + (0 .. n - 1)); */
u32 search(const int *a, u32 n, int x)
{
  u32 low = 0, high = n;
  while (low < high) {
    u32 middle = low + (high - low) / 2;
    if (a[middle] < x)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

int main(void)
{
  int a[4];
  numbers(a, 4);
  search(a, 4, __VERIFIER_nondet_int());
  search(NULL, 0, 1);
  return 0;
}
