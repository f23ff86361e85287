// entry: f
// expect: unknown
// concrete: none (the interpreter knows no atomic operations)
#include <stdatomic.h>

/*@ requires \valid(p); */
int f(_Atomic int *p)
{
  int a[5] = { 0 };
  int expected = 4;
  if (atomic_compare_exchange_strong(p, &expected, 5))
    return a[atomic_load(p)];
  return 0;
}

int main(void)
{
  _Atomic int x = 4;
  return f(&x);
}
