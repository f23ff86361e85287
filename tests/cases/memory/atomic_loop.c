// expect: proved
#include <stdatomic.h>

int main(void)
{
  atomic_int left = 10;
  while (atomic_fetch_sub(&left, 1) > 1)
    ;
  return left;
}
