// entry: f
// expect: unknown reason~"longjmp"
// concrete: none (the run goes on where the buffer says)
#include <setjmp.h>

extern jmp_buf where;

/*@ requires \true; */
int f(unsigned i)
{
  int a[4] = { 0 };
  if (i > 3)
    longjmp(where, 1);
  return a[i];
}
