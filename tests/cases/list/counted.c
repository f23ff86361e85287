// expect: proved
// There are as many steps as there are cells; nothing tests for null.
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
  int n = __VERIFIER_nondet_int();
  struct node *p = create(n);
  int odd = 0;
  for (int i = 0; i < n; i++) {
    odd ^= p->value & 1;
    p = p->next;
  }
  return odd;
}
