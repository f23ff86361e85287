// expect: unknown
// The callee unlinks and frees the second cell, at which the caller may stand.
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

static void clear(struct node *p) {
  if (p != NULL && p->next != NULL) {
    struct node *second = p->next;
    p->next = second->next;
    free(second);
  }
}

int main(void) {
  struct node *list = create(__VERIFIER_nondet_int());
  struct node *p = list;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n && p != NULL; i++)
    p = p->next;
  clear(list);
  for (; p != NULL; p = p->next)
    p->value++;
  destroy(list);
  return 0;
}
