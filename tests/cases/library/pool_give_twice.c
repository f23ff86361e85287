// entry: give
// expect: bad input
// Nothing says that the chunk is not free already.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct chunk {
  struct chunk *next;
  char bytes[56];
};

struct pool {
  struct chunk *free;
  unsigned used;
};

/*@ requires \valid(p) && \list(p->free, struct chunk, next) && \valid(c);
  @ requires \separated(p, p->free) && \separated(p, c); */
unsigned give(struct pool *p, struct chunk *c)
{
  unsigned n = 0;
  c->next = p->free;
  p->free = c;
  for (c = p->free; c != NULL; c = c->next)
    n++;
  return n;
}

int main(void)
{
  struct chunk c, d = {NULL, {0}};
  struct pool p = {&d, 0};
  give(&p, &c);
  return 0;
}
