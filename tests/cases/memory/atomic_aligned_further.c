// options: --data-model ilp32
// expect: bad input message~"aligned further than its type"
#include <stdatomic.h>
int t[4];
char b[16] __attribute__((aligned(8)));

int main(void)
{
  _Atomic long long *p = (void *)(b + 4);
  atomic_fetch_add(p, 1);
  return t[0];
}
