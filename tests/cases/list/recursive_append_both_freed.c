// expect: unknown
// The second list is freed as part of the first and by itself.
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

static struct node *append(struct node *a, struct node *b) {
  if (a == NULL)
    return b;
  a->next = append(a->next, b);
  return a;
}

int main(void) {
  struct node *a = create(__VERIFIER_nondet_int()), *b = create(__VERIFIER_nondet_int());
  destroy(append(a, b));
  destroy(b);
  return 0;
}
