// expect: unknown
// The second cell moves; the first one still points to where it was.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
  int values[];
};

int main(void) {
  struct node *list = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    struct node *cell = malloc(sizeof *cell + sizeof(int));
    cell->next = list;
    cell->values[0] = i;
    list = cell;
  }
  if (list != NULL) {
    if (list->next != NULL)
      realloc(list->next, sizeof *list + 2 * sizeof(int));
  }
  for (; list != NULL; list = list->next)
    list->values[0] = 0;
  return 0;
}
