// expect: proved
// Cells are appended at a pointer to the link that ends the list.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

static void destroy(struct node *p) {
  while (p != NULL) {
    struct node *next = p->next;
    free(p);
    p = next;
  }
}

int main(void) {
  struct node *head;
  struct node **link = &head;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    struct node *cell = malloc(sizeof *cell);
    cell->value = 0;
    *link = cell;
    link = &cell->next;
  }
  *link = NULL;
  destroy(head);
  return 0;
}
