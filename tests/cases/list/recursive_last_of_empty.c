// expect: unknown
// An empty list has no last cell.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

static struct node *create(int n) {
  if (n <= 0)
    return NULL;
  struct node *cell = malloc(sizeof *cell);
  cell->value = n;
  cell->next = create(n - 1);
  return cell;
}

static int last(const struct node *p) {
  return p->next == NULL ? p->value : last(p->next);
}

int main(void) {
  struct node *list = create(__VERIFIER_nondet_int());
  return last(list);
}
