// expect: proved
// The last cell is freed.
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

static void destroy(struct node *p) {
  while (p != NULL) {
    struct node *next = p->next;
    free(p);
    p = next;
  }
}

int main(void) {
  struct node *list = create(__VERIFIER_nondet_int());
  if (list == NULL)
    return 0;
  if (list->next == NULL) {
    free(list);
    return 0;
  }
  struct node *p = list;
  while (p->next->next != NULL)
    p = p->next;
  free(p->next);
  p->next = NULL;
  destroy(list);
  return 0;
}
