// expect: unknown
// The cell that is freed is returned.
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

static struct node *without(struct node *p, int value) {
  if (p == NULL)
    return NULL;
  struct node *rest = without(p->next, value);
  if (p->value == value) {
    free(p);
    return p;
  }
  p->next = rest;
  return p;
}

int main(void) {
  int value = __VERIFIER_nondet_int();
  destroy(without(create(__VERIFIER_nondet_int()), value));
  return 0;
}
