// expect: unknown
// The first cell has none before it.
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
  int value = __VERIFIER_nondet_int();
  struct node *p = list;
  while (p != NULL && p->value != value)
    p = p->next;
  if (p != NULL) {
    p->prev->next = p->next;
    if (p->next != NULL)
      p->next->prev = p->prev;
    free(p);
  }
  destroy(list);
  return 0;
}
