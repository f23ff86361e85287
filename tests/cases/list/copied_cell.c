// expect: proved
// The first cell is copied, the copy leads to the same rest; the first one is dropped.
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
  if (list != NULL) {
    struct node *copy = malloc(sizeof *copy);
    *copy = *list;
    free(list);
    list = copy;
  }
  destroy(list);
  return 0;
}
