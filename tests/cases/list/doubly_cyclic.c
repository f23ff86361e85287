// expect: proved
// A circle with a sentinel: insertion at both ends, removal, both directions.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next, *prev;
};

static void insert(struct node *at, int value) {
  struct node *cell = malloc(sizeof *cell);
  cell->value = value;
  cell->prev = at;
  cell->next = at->next;
  at->next->prev = cell;
  at->next = cell;
}

int main(void) {
  struct node s;
  s.next = s.prev = &s;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    insert(__VERIFIER_nondet_int() > 0 ? &s : s.prev, i);
  for (struct node *p = s.prev; p != &s; p = p->prev)
    p->value = 1;
  while (s.next != &s) {
    struct node *p = s.next;
    s.next = p->next;
    p->next->prev = &s;
    free(p);
  }
  return 0;
}
