// expect: unknown
// The last cell is unlinked and freed first.
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
  if (list->next != NULL) {
    struct node *p = list;
    while (p->next->next != NULL)
      p = p->next;
    free(p->next);
    p->next = NULL;
  }
  while (list->value != value)
    list = list->next;
  return 0;
}
