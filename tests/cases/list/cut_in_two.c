// expect: proved
// The list is cut behind its first k cells.
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
  int k = __VERIFIER_nondet_int();
  struct node *rest = NULL;
  if (list != NULL) {
    struct node *p = list;
    for (int i = 1; i < k && p->next != NULL; i++)
      p = p->next;
    rest = p->next;
    p->next = NULL;
  }
  destroy(list);
  destroy(rest);
  return 0;
}
