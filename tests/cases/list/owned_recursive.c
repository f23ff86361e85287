// expect: proved
// Recursion over a list whose cells own buffers.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  char *name;
  struct node *next;
};

static struct node *create(int n) {
  if (n <= 0)
    return NULL;
  struct node *cell = malloc(sizeof *cell);
  cell->name = malloc(8);
  cell->name[0] = 0;
  cell->next = create(n - 1);
  return cell;
}

static int count(const struct node *p) {
  if (p == NULL)
    return 0;
  return (p->name[0] != 0 ? 1 : 0) | count(p->next);
}

static void destroy(struct node *p) {
  if (p == NULL)
    return;
  destroy(p->next);
  free(p->name);
  free(p);
}

int main(void) {
  struct node *list = create(__VERIFIER_nondet_int());
  int some = count(list);
  destroy(list);
  return some;
}
