// expect: no termination
// The cell that the walk looks for is not part of the circle.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *head = malloc(sizeof *head);
  head->value = 0;
  head->next = head;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    struct node *cell = malloc(sizeof *cell);
    cell->value = i;
    cell->next = head->next;
    head->next = cell;
  }
  struct node *goal = malloc(sizeof *goal);
  struct node *p = head->next;
  while (p != goal)
    p = p->next;
  return 0;
}
