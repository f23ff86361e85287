// expect: unknown
// A second cell is looked at where there is one.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *top = NULL;
  int size = 0, n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    if (__VERIFIER_nondet_int() > 0) {
      struct node *cell = malloc(sizeof *cell);
      cell->value = i;
      cell->next = top;
      top = cell;
      size++;
    } else if (size > 0 && top->next->value >= 0) {
      struct node *cell = top;
      top = cell->next;
      free(cell);
      size--;
    }
  }
  return 0;
}
