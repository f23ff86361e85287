// expect: proved
// To the last cell, then back to the first.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next, *prev;
};

static struct node *create(int n) {
  struct node *head = NULL;
  for (int i = 0; i < n; i++) {
    struct node *cell = malloc(sizeof *cell);
    cell->value = __VERIFIER_nondet_int();
    cell->prev = NULL;
    cell->next = head;
    if (head != NULL)
      head->prev = cell;
    head = cell;
  }
  return head;
}

int main(void) {
  struct node *list = create(__VERIFIER_nondet_int());
  struct node *last = list;
  while (last != NULL && last->next != NULL)
    last = last->next;
  while (last != NULL) {
    last->value = 0;
    last = last->prev;
  }
  return 0;
}
