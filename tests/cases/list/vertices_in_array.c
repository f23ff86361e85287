// expect: proved
// An array of vertices, each with a list of numbers of others.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *edges[6] = {0};
  int mark[6] = {0};
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    unsigned from = (unsigned)__VERIFIER_nondet_int() % 6, to = (unsigned)__VERIFIER_nondet_int() % 6;
    struct node *cell = malloc(sizeof *cell);
    cell->value = (int)to;
    cell->next = edges[from];
    edges[from] = cell;
  }
  for (int v = 0; v < 6; v++)
    for (struct node *e = edges[v]; e != NULL; e = e->next)
      mark[e->value] = 1;
  return mark[5];
}
