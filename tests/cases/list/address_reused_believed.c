// expect: unknown
// If the addresses differ, the freed cell is used.
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
  if (list == NULL)
    return 0;
  struct node *old = list;
  list = list->next;
  free(old);
  struct node *cell = malloc(sizeof *cell);
  cell->value = 0;
  cell->next = list;
  list = cell;
  int same = cell == old;
  for (; list != NULL; list = list->next)
    list->value = same;
  if (!same)
    old->value = 0;
  return 0;
}
