// entry: f
// expect: bad input message~"more than 256 ways"
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires \valid(a) && \valid(b) && \valid(c) && \valid(d) && \valid(e) && \valid(g) && \valid(h); */
int f(int *a, int *b, int *c, int *d, int *e, int *g, int *h)
{
  return *a ^ *b ^ *c ^ *d ^ *e ^ *g ^ *h;
}

int main(void)
{
  return 0;
}
