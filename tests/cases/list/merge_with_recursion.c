// expect: proved
// Two lists become one; the rest is merged by a call.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

static struct node *create(int n) {
  struct node *head = NULL;
  for (int i = 0; i < n; i++) {
    struct node *cell = malloc(sizeof *cell);
    cell->value = __VERIFIER_nondet_int();
    cell->next = head;
    head = cell;
  }
  return head;
}

static void destroy(struct node *p) {
  while (p != NULL) {
    struct node *next = p->next;
    free(p);
    p = next;
  }
}

static struct node *merge(struct node *a, struct node *b) {
  if (a == NULL)
    return b;
  if (b == NULL)
    return a;
  if (a->value < b->value) {
    a->next = merge(a->next, b);
    return a;
  }
  b->next = merge(a, b->next);
  return b;
}

int main(void) {
  struct node *a = create(__VERIFIER_nondet_int()), *b = create(__VERIFIER_nondet_int());
  destroy(merge(a, b));
  return 0;
}
