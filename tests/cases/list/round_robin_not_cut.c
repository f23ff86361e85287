// expect: no termination
// The cell that moves keeps its link: a circle, whose end is then looked for.
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

static void destroy(struct node *p) {
  while (p != NULL) {
    struct node *next = p->next;
    free(p);
    p = next;
  }
}

int main(void) {
  struct node *list = create(__VERIFIER_nondet_int());
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    if (list == NULL || list->next == NULL)
      break;
    struct node *first = list, *last = list;
    while (last->next != NULL)
      last = last->next;
    list = first->next;
    last->next = first;
  }
  destroy(list);
  return 0;
}
