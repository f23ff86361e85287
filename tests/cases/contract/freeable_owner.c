// entry: drop
// expect: proved
// A structure is freed with what it owns, and may be null.
#include <stdlib.h>

struct pair {
  int *a, *b;
};

/*@ requires p == \null || \valid(p) && \freeable(p) && \valid(p->a) && \freeable(p->a)
      && (p->b == \null || \valid(p->b + (0 .. 3)) && \freeable(p->b) && \separated(p, p->a, p->b + (0 .. 3)))
      && \separated(p, p->a); */
void drop(struct pair *p)
{
  if (!p)
    return;
  free(p->a);
  free(p->b);
  free(p);
}

int main(void)
{
  drop(NULL);
  return 0;
}
