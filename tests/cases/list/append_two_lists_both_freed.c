// expect: unknown
// The second list is part of the first, and freed twice.
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
  struct node *a = create(__VERIFIER_nondet_int()), *b = create(__VERIFIER_nondet_int());
  if (a == NULL) {
    a = b;
  } else {
    struct node *last = a;
    while (last->next != NULL)
      last = last->next;
    last->next = b;
  }
  destroy(a);
  destroy(b);
  return 0;
}
