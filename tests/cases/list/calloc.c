// expect: proved
// Cells of calloc: their links are null before they are written.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *head = calloc(1, sizeof *head), *last = head;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    last->next = calloc(1, sizeof *last);
    last = last->next;
  }
  for (struct node *p = head; p != NULL; p = p->next)
    if (p->value != 0)
      return *(int *)NULL;
  return 0;
}
