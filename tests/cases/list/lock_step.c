// expect: proved
// Two lists of equal length; null is looked for in one of them.
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
  int n = __VERIFIER_nondet_int(), same = 1;
  struct node *a = create(n), *b = create(n);
  while (a != NULL) {
    same &= a->value == b->value;
    a = a->next;
    b = b->next;
  }
  return same;
}
