// expect: unknown
// A link points eight bytes into a cell, where no cell begins.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

static struct node *create(int n) {
  struct node *head = NULL;
  for (int i = 0; i < n; i++) {
    struct node *cell = malloc(sizeof *cell);
    cell->value = __VERIFIER_nondet_int();
    cell->next = head;
    head = cell;
  }
  return head;
}

int main(void) {
  struct node *list = create(__VERIFIER_nondet_int());
  if (list != NULL && list->next != NULL)
    list->next = (struct node *)((char *)list->next + 8);
  for (struct node *p = list; p != NULL; p = p->next)
    p->value = 0;
  return 0;
}
