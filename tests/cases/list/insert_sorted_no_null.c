// expect: unknown
// The search runs past the last cell.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

static void destroy(struct node *p) {
  while (p != NULL) {
    struct node *next = p->next;
    free(p);
    p = next;
  }
}

static void insert(struct node **list, int value) {
  struct node *cell = malloc(sizeof *cell);
  cell->value = value;
  if (*list == NULL || (*list)->value >= value) {
    cell->next = *list;
    *list = cell;
    return;
  }
  struct node *p = *list;
  while (p->next->value < value)
    p = p->next;
  cell->next = p->next;
  p->next = cell;
}

int main(void) {
  struct node *list = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    insert(&list, __VERIFIER_nondet_int());
  destroy(list);
  return 0;
}
