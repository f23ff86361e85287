// expect: unknown
// The byte may be one of the link's.
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
  unsigned k = (unsigned)__VERIFIER_nondet_int();
  if (list != NULL && k < 9)
    ((char *)list)[k] = 1;
  for (; list != NULL; list = list->next)
    list->value = 0;
  return 0;
}
