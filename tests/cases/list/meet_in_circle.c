// expect: unknown
// The list has a circle, and they meet.
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
  struct node *slow = create(__VERIFIER_nondet_int());
  if (slow == NULL)
    return 0;
  struct node *last = slow;
  while (last->next != NULL)
    last = last->next;
  last->next = slow;
  struct node *fast = slow;
  while (fast != NULL && fast->next != NULL) {
    slow = slow->next;
    fast = fast->next->next;
    if (slow == fast && fast != NULL)
      return *(int *)NULL;
  }
  return 0;
}
