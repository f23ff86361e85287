// expect: proved
// Length by recursion.
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

static int length(const struct node *p) {
  if (p == NULL)
    return 0;
  int rest = length(p->next);
  return rest < 1000000 ? rest + 1 : rest;
}

int main(void) {
  struct node *list = create(__VERIFIER_nondet_int());
  int n = length(list);
  destroy(list);
  return n < 0;
}
