// expect: proved
// All cells are on the heap; the walk ends where it began.
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
  struct node *p = head->next;
  while (p != head) {
    struct node *next = p->next;
    free(p);
    p = next;
  }
  free(head);
  return 0;
}
