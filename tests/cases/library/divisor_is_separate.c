// entry: share
// expect: proved
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires \valid(p) && \valid_read(q) && \separated(p, q); */
int share(int *p, const int *q)
{
  if (*q <= 0)
    return 0;
  *p = 0;
  return 1000 / *q;
}

int main(void)
{
  int x = 5, y = __VERIFIER_nondet_int();
  share(&x, &y);
  return 0;
}
