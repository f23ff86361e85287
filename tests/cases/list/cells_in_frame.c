// gap: proved
// Two cells in the frame in front of a list on the heap.
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

int main(void) {
  struct node a, b;
  a.next = &b;
  b.next = create(__VERIFIER_nondet_int());
  for (struct node *p = &a; p != NULL; p = p->next)
    p->value = 0;
  return 0;
}
