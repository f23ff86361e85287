// expect: unknown
// Both variables begin the same list.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

static void destroy(struct node *p) {
  while (p != NULL) {
    struct node *next = p->next;
    free(p);
    p = next;
  }
}

static void push(struct node **list, int value) {
  struct node *cell = malloc(sizeof *cell);
  cell->value = value;
  cell->next = *list;
  *list = cell;
}

static void drop(struct node **list) {
  struct node *cell = *list;
  if (cell != NULL) {
    *list = cell->next;
    free(cell);
  }
}

int main(void) {
  struct node *a = NULL, *b = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    push(&a, i);
    b = a;
    drop(i % 2 ? &a : &b);
  }
  destroy(a);
  destroy(b);
  return 0;
}
