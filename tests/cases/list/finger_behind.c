// expect: unknown
// The first cell's successor was freed, and is looked at.
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
  struct node *list = create(__VERIFIER_nondet_int());
  if (list == NULL)
    return 0;
  struct node *finger = list, *p = list->next;
  while (p != NULL) {
    struct node *next = p->next;
    free(p);
    p = next;
  }
  if (finger->next != NULL)
    finger->next->value = 0;
  free(finger);
  return 0;
}
