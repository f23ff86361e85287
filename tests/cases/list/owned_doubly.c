// expect: proved
// Cells with pointers back own buffers.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  char *name;
  struct node *prev, *next;
};

int main(void) {
  struct node *first = NULL, *last = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    struct node *cell = malloc(sizeof *cell);
    cell->name = malloc(8);
    cell->next = NULL;
    cell->prev = last;
    if (last == NULL)
      first = cell;
    else
      last->next = cell;
    last = cell;
  }
  for (struct node *p = first; p != NULL; p = p->next)
    p->name[7] = 0;
  while (first != NULL) {
    struct node *next = first->next;
    free(first->name);
    free(first);
    first = next;
  }
  return 0;
}
