// expect: unknown
// The cell behind the first is freed and stays linked; a new cell may get its address, or not.
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
  if (list == NULL || list->next == NULL)
    return 0;
  free(list->next);
  struct node *other = malloc(sizeof *other);
  other->value = 0;
  other->next = NULL;
  for (struct node *p = list; p != NULL; p = p->next)
    p->value = 0;
  return 0;
}
