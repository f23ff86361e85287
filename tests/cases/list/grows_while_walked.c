// expect: no termination
// A cell goes behind the one at which the walk stands, in each step.
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

int main(void) {
  for (struct node *p = create(__VERIFIER_nondet_int()); p != NULL; p = p->next) {
    struct node *cell = malloc(sizeof *cell);
    cell->value = 0;
    cell->next = p->next;
    p->next = cell;
  }
  return 0;
}
