// expect: unknown
// A list merged with itself is freed, and its cells again.
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

static struct node *merge(struct node *a, struct node *b) {
  struct node first, *last = &first;
  while (a != NULL && b != NULL) {
    if (a->value < b->value) {
      last->next = a;
      a = a->next;
    } else {
      last->next = b;
      b = b->next;
    }
    last = last->next;
  }
  last->next = a != NULL ? a : b;
  return first.next;
}

int main(void) {
  struct node *a = create(__VERIFIER_nondet_int()), *b = create(__VERIFIER_nondet_int());
  destroy(merge(a, b));
  destroy(a);
  return 0;
}
