// options: --malloc-may-fail
// expect: unknown
// A buffer that is not there belongs to a cell.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  char *name;
  struct node *next;
};

int main(void) {
  struct node *list = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    struct node *cell = malloc(sizeof *cell);
    if (cell == NULL)
      break;
    cell->name = malloc(8);
    cell->next = list;
    list = cell;
  }
  for (struct node *p = list; p != NULL; p = p->next)
    p->name[7] = 0;
  while (list != NULL) {
    struct node *next = list->next;
    free(list->name);
    free(list);
    list = next;
  }
  return 0;
}
