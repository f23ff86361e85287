// expect: unknown
// One element more: it is a part of the link.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int values[2];
  struct node *next;
};

int main(void) {
  struct node *list = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    struct node *cell = malloc(sizeof *cell);
    cell->next = list;
    int *values = cell->values;
    for (int k = 0; k <= 2; k++)
      values[k] = 7;
    list = cell;
  }
  for (; list != NULL; list = list->next)
    list->values[0] = 0;
  return 0;
}
