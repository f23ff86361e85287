// expect: proved
// Cells are appended at a pointer to the last one.
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
  int n = __VERIFIER_nondet_int();
  struct node *head = NULL, *tail = NULL;
  for (int i = 0; i < n; i++) {
    struct node *cell = malloc(sizeof *cell);
    cell->value = i;
    cell->next = NULL;
    if (tail == NULL)
      head = cell;
    else
      tail->next = cell;
    tail = cell;
  }
  destroy(head);
  return 0;
}
