// expect: unknown
// The second pointer runs ahead by one cell.
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
  struct node *a = create(n), *b = a != NULL ? a->next : a;
  while (a != NULL) {
    same &= a->value == b->value;
    a = a->next;
    b = b->next;
  }
  return same;
}
