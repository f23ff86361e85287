// expect: proved
// Reversed by recursion, with what is done as an argument.
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

static struct node *reverse(struct node *p, struct node *done) {
  if (p == NULL)
    return done;
  struct node *next = p->next;
  p->next = done;
  return reverse(next, p);
}

int main(void) {
  destroy(reverse(create(__VERIFIER_nondet_int()), NULL));
  return 0;
}
