// expect: proved
// All values are below 10: each is a place of the array.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

int main(void) {
  int n = __VERIFIER_nondet_int();
  struct node *head = NULL;
  for (int i = 0; i < n; i++) {
    struct node *cell = malloc(sizeof *cell);
    int value = __VERIFIER_nondet_int();
    cell->value = value >= 0 && value < 10 ? value : 0;
    cell->next = head;
    head = cell;
  }
  int count[10] = {0};
  for (struct node *p = head; p != NULL; p = p->next)
    count[p->value] |= 1;
  return count[3];
}
