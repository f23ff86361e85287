// entry: take
// expect: proved
// An allocator with a list of free chunks.
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

/*@ requires \valid(p) && \list(p->free, struct chunk, next) && \separated(p, p->free); */
void *take(struct pool *p)
{
  struct chunk *c = p->free;
  if (c == NULL)
    return NULL;
  p->free = c->next;
  p->used++;
  for (unsigned i = 0; i < sizeof c->bytes; i++)
    c->bytes[i] = 0;
  return c->bytes;
}

int main(void)
{
  struct chunk c = {NULL, {0}};
  struct pool p = {&c, 0};
  take(&p);
  take(&p);
  return 0;
}
