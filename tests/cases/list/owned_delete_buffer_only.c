// expect: unknown
// The buffer of a cell is freed, the cell stays in the list.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int key;
  char *name;
  struct node *next;
};

int main(void) {
  struct node *list = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    struct node *cell = malloc(sizeof *cell);
    cell->key = __VERIFIER_nondet_int();
    cell->name = malloc(8);
    cell->next = list;
    list = cell;
  }
  int key = __VERIFIER_nondet_int();
  struct node *before = NULL;
  for (struct node *p = list; p != NULL; before = p, p = p->next)
    if (p->key == key) {
      free(p->name);
      break;
    }
  while (list != NULL) {
    struct node *next = list->next;
    list->name[7] = 0;
    free(list->name);
    free(list);
    list = next;
  }
  return 0;
}
