// expect: proved
// Cells are appended; the value is that of the first one, found from wherever it is: a list that is reversed.
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
  int value = __VERIFIER_nondet_int();
  struct node *p = malloc(sizeof *p);
  p->value = value;
  p->next = create(__VERIFIER_nondet_int());
  struct node *done = NULL;
  while (p != NULL) {
    struct node *next = p->next;
    p->next = done;
    done = p;
    p = next;
  }
  while (done->value != value)
    done = done->next;
  return 0;
}
