// expect: unknown
// The first cell is freed first, and again when the circle closes.
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
  struct node *p = head;
  do {
    struct node *next = p->next;
    free(p);
    p = next->next;
  } while (p != head);
  return 0;
}
