// expect: proved
// The list begins at a global; functions push and pop.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

static struct node *list;

static void push(int value) {
  struct node *cell = malloc(sizeof *cell);
  cell->value = value;
  cell->next = list;
  list = cell;
}

static int pop(void) {
  if (list == NULL)
    return 0;
  struct node *cell = list;
  int value = cell->value;
  list = cell->next;
  free(cell);
  return value;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    push(i);
  while (list != NULL)
    pop();
  return 0;
}
