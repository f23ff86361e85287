// expect: unknown
// A cell that moves stays the first of its old list.
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
  struct node *a = create(__VERIFIER_nondet_int()), *b = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    if (__VERIFIER_nondet_int() > 0) {
      if (a != NULL) {
        struct node *cell = a;
        struct node *rest = cell->next;
        a = rest != NULL && rest->value == 3 ? cell : rest;
        cell->next = b;
        b = cell;
      }
    } else if (b != NULL) {
      struct node *cell = b;
      b = cell->next;
      cell->next = a;
      a = cell;
    }
  }
  destroy(a);
  destroy(b);
  return 0;
}
