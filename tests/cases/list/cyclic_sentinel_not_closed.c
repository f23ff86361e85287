// expect: unknown
// The sentinel's link is never written.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node sentinel;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    struct node *cell = malloc(sizeof *cell);
    cell->value = i;
    cell->next = sentinel.next;
    sentinel.next = cell;
  }
  for (struct node *p = sentinel.next; p != &sentinel; p = p->next)
    p->value = 0;
  struct node *p = sentinel.next;
  while (p != &sentinel) {
    struct node *next = p->next;
    free(p);
    p = next;
  }
  return 0;
}
