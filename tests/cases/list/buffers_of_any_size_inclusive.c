// expect: unknown
// One place more than there are.
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  unsigned length;
  int *values;
  struct node *next;
};

int main(void) {
  struct node *list = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    struct node *cell = malloc(sizeof *cell);
    cell->length = (unsigned)__VERIFIER_nondet_int() % 100;
    cell->values = malloc(cell->length * sizeof(int));
    cell->next = list;
    list = cell;
  }
  for (struct node *p = list; p != NULL; p = p->next)
    for (unsigned k = 0; k <= p->length; k++)
      p->values[k] = 0;
  return 0;
}
