// expect: unknown
// A cell of the list that was lost is freed through a pointer kept to it, then read.
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
  struct node *kept = list;
  list = create(__VERIFIER_nondet_int());
  while (list != NULL)
    list = list->next;
  free(kept);
  if (kept != NULL)
    kept->value = 1;
  return 0;
}
