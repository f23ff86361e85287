// gap: proved
// The first cell moves.
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
    list = realloc(list, sizeof *list + 2 * sizeof(int));
    list->values[1] = 0;
  }
  for (; list != NULL; list = list->next)
    list->values[0] = 0;
  return 0;
}
