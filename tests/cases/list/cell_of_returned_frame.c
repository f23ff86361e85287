// expect: unknown
// The last cell lies in the frame of a function that has returned.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

static struct node *create(int n) {
  struct node last;
  last.value = 0;
  last.next = NULL;
  struct node *head = &last;
  for (int i = 0; i < n; i++) {
    struct node *cell = malloc(sizeof *cell);
    cell->value = i;
    cell->next = head;
    head = cell;
  }
  return head;
}

int main(void) {
  for (struct node *p = create(__VERIFIER_nondet_int()); p != NULL; p = p->next)
    p->value = 0;
  return 0;
}
