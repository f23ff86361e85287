// expect: unknown
// The successor's back pointer still points to the cell before the new one.
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

static void destroy(struct node *p) {
  while (p != NULL) {
    struct node *next = p->next;
    free(p);
    p = next;
  }
}

int main(void) {
  struct node *list = create(__VERIFIER_nondet_int());
  struct node *p = list;
  while (p != NULL && p->value < 5)
    p = p->next;
  if (p != NULL) {
    struct node *cell = malloc(sizeof *cell);
    cell->value = 5;
    cell->prev = p;
    cell->next = p->next;
    p->next = cell;
  }
  while (list != NULL && list->next != NULL) {
    if (list->next->prev != list)
      return *(int *)NULL;
    list = list->next;
  }
  return 0;
}
