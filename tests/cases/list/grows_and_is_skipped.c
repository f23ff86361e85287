// expect: proved
// A cell goes behind the one at which the walk stands, and is skipped.
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
  struct node *p = create(__VERIFIER_nondet_int());
  while (p != NULL) {
    struct node *cell = malloc(sizeof *cell);
    cell->value = 0;
    cell->next = p->next;
    p->next = cell;
    p = cell->next;
  }
  return 0;
}
