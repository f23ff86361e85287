// expect: unknown
// Each cell also points to the first one, which is freed when the others ask for its value.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next, *first;
};

int main(void) {
  struct node *first = malloc(sizeof *first);
  first->value = 0;
  first->next = NULL;
  first->first = first;
  struct node *tail = first;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    struct node *cell = malloc(sizeof *cell);
    cell->value = i;
    cell->next = NULL;
    cell->first = first;
    tail->next = cell;
    tail = cell;
  }
  for (struct node *p = first; p != NULL; p = p->next)
    if (p->first != first)
      p->value = 1;
  while (first != NULL) {
    struct node *next = first->next;
    if (first->first->value > 0)
      first->value = 0;
    free(first);
    first = next;
  }
  return 0;
}
