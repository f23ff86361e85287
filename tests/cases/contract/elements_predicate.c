// entry: mean
// expect: proved
#include <stddef.h>
/*@ predicate small(const int *a, integer n) = \forall integer i; 0 <= i < n ==> -5 <= a[i] <= 5; */

/*@ requires 0 < n <= 100 && \valid_read(a + (0 .. n - 1)) && small(a, n); */
int mean(const int *a, size_t n)
{
  int s = 0;
  for (size_t i = 0; i < n; i++)
    s += a[i];
  return s / (int)n;
}

int main(void)
{
  int a[2] = {-5, 5};
  return mean(a, 2);
}
