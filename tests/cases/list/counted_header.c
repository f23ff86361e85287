// expect: proved
// A header with the number of cells; a walk by number, then one by links.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

struct list {
  int count;
  struct node *first;
};

int main(void) {
  struct list list = {0, NULL};
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    struct node *cell = malloc(sizeof *cell);
    cell->value = i;
    cell->next = list.first;
    list.first = cell;
    list.count++;
  }
  struct node *p = list.first;
  for (int i = 0; i < list.count; i++) {
    p->value = 0;
    p = p->next;
  }
  if (p != NULL)
    return *(int *)NULL;
  return 0;
}
