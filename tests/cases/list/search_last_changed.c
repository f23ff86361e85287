// expect: unknown
// The value of every cell is changed before the search, also that of the last.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

int main(void) {
  int n = __VERIFIER_nondet_int(), value = __VERIFIER_nondet_int();
  struct node *list = malloc(sizeof *list);
  list->value = value;
  list->next = NULL;
  for (int i = 0; i < n; i++) {
    struct node *cell = malloc(sizeof *cell);
    cell->value = __VERIFIER_nondet_int();
    cell->next = list;
    list = cell;
  }
  for (struct node *p = list; p != NULL; p = p->next)
    p->value = __VERIFIER_nondet_int();
  while (list->value != value)
    list = list->next;
  return 0;
}
