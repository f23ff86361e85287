// entry: share
// expect: unknown
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires \valid(p) && \valid_read(q); */
int share(int *p, const int *q)
{
  *p = 1;
  if (*q == 0)
    return 0;
  *p = 0;
  return 1000 / *q;
}

int main(void)
{
  int x = 5;
  share(&x, &x);
  return 0;
}
