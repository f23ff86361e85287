// expect: no termination
// The value may be in no cell.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *head = malloc(sizeof *head);
  head->value = 7;
  head->next = head;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    struct node *cell = malloc(sizeof *cell);
    cell->value = __VERIFIER_nondet_int();
    cell->next = head->next;
    head->next = cell;
  }
  struct node *p = head->next;
  while (p->value != 8)
    p = p->next;
  return 0;
}
