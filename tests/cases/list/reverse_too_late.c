// expect: no termination
// The link is read after it was written: the second step reads the cell of the first.
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

static struct node *reverse(struct node *p) {
  struct node *done = NULL;
  while (p != NULL) {
    p->next = done;
    struct node *next = p->next;
    done = p;
    p = next == NULL ? p : next;
  }
  return done;
}

int main(void) {
  struct node *list = reverse(create(__VERIFIER_nondet_int()));
  destroy(list);
  return 0;
}
