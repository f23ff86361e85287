// entry: drop
// expect: violated memory safety
// The structure is freed before what it owns.
#include <stdlib.h>

struct pair {
  int *a, *b;
};

/*@ requires p == \null || \valid(p) && \freeable(p) && \valid(p->a) && \freeable(p->a) && \separated(p, p->a); */
void drop(struct pair *p)
{
  if (!p)
    return;
  free(p);
  free(p->a);
}

int main(void)
{
  drop(NULL);
  return 0;
}
