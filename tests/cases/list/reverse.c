// expect: proved
// The list is reversed in place.
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
    struct node *next = p->next;
    p->next = done;
    done = p;
    p = next;
  }
  return done;
}

int main(void) {
  struct node *list = reverse(create(__VERIFIER_nondet_int()));
  destroy(list);
  return 0;
}
