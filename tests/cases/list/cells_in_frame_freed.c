// expect: unknown
// A cell in the frame is freed.
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
  struct node *p = &a;
  while (p != NULL) {
    struct node *next = p->next;
    free(p);
    p = next;
  }
  return 0;
}
