// expect: proved
// The list is appended to, and freed from its end.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next, *prev;
};

int main(void) {
  int n = __VERIFIER_nondet_int();
  struct node *last = NULL;
  for (int i = 0; i < n; i++) {
    struct node *cell = malloc(sizeof *cell);
    cell->value = i;
    cell->next = NULL;
    cell->prev = last;
    if (last != NULL)
      last->next = cell;
    last = cell;
  }
  while (last != NULL) {
    struct node *prev = last->prev;
    free(last);
    last = prev;
  }
  return 0;
}
