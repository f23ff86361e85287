// expect: unknown
// The link moves into the cell that was freed.
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
  int value = __VERIFIER_nondet_int();
  struct node **link = &list;
  while (*link != NULL) {
    struct node *p = *link;
    if (p->value == value) {
      *link = p->next;
      free(p);
    }
    link = &p->next;
  }
  destroy(list);
  return 0;
}
