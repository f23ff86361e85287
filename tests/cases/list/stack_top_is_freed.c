// expect: unknown
// The top stays the cell that was freed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *top = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    int value = __VERIFIER_nondet_int();
    if (value >= 0) {
      struct node *cell = malloc(sizeof *cell);
      cell->value = value;
      cell->next = top;
      top = cell;
    } else if (top != NULL) {
      struct node *cell = top;
      free(cell);
    }
  }
  while (top != NULL) {
    struct node *cell = top;
    top = cell->next;
    free(cell);
  }
  return 0;
}
