// expect: unknown
// The last cell's link is never written.
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
    if (tail == NULL)
      head = cell;
    else
      tail->next = cell;
    tail = cell;
  }
  destroy(head);
  return 0;
}
