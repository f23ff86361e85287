// expect: proved
// Each cell owns a buffer of ten bytes, or none.
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
    cell->name = __VERIFIER_nondet_int() > 0 ? malloc(10) : NULL;
    cell->next = list;
    list = cell;
  }
  for (struct node *p = list; p != NULL; p = p->next)
    if (p->name != NULL)
      p->name[9] = 0;
  while (list != NULL) {
    struct node *next = list->next;
    free(list->name);
    free(list);
    list = next;
  }
  return 0;
}
