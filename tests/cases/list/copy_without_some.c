// expect: unknown
// Cells of value 0 are not copied; the walk over both runs past the shorter.
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
  struct node *other = NULL, *last = NULL;
  for (struct node *p = list; p != NULL; p = p->next) {
    if (p->value == 0)
      continue;
    struct node *cell = malloc(sizeof *cell);
    cell->value = p->value;
    cell->next = NULL;
    if (last == NULL)
      other = cell;
    else
      last->next = cell;
    last = cell;
  }
  struct node *q = other;
  for (struct node *p = list; p != NULL; p = p->next)
    q = q->next;
  destroy(list);
  destroy(other);
  return 0;
}
