// expect: unknown
// Some strings have no end.
#include <stdlib.h>
#include <string.h>

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
    cell->name = malloc(2);
    cell->name[0] = (char)__VERIFIER_nondet_int();
    cell->name[1] = (char)__VERIFIER_nondet_int();
    if (list == NULL || strcmp(cell->name, list->name) <= 0) {
      cell->next = list;
      list = cell;
      continue;
    }
    struct node *p = list;
    while (p->next != NULL && strcmp(p->next->name, cell->name) < 0)
      p = p->next;
    cell->next = p->next;
    p->next = cell;
  }
  while (list != NULL) {
    struct node *next = list->next;
    free(list->name);
    free(list);
    list = next;
  }
  return 0;
}
