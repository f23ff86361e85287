// expect: unknown
// Two first cells with the same rest: freed through both.
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

int main(void) {
  struct node *rest = create(__VERIFIER_nondet_int());
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->value = b->value = 0;
  a->next = rest;
  b->next = rest;
  destroy(a);
  destroy(b);
  return 0;
}
