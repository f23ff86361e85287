// expect: proved
// A cell whose bytes are all zero ends the list.
#include <stdlib.h>
#include <string.h>

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
  if (list != NULL)
    memset(list, 0, sizeof *list);
  for (; list != NULL; list = list->next)
    list->value = 0;
  return 0;
}
