// expect: proved
// The rest is reversed, its last cell gets the first one as successor.
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
  if (p == NULL || p->next == NULL)
    return p;
  struct node *second = p->next;
  struct node *first = reverse(second);
  second->next = p;
  p->next = NULL;
  return first;
}

int main(void) {
  destroy(reverse(create(__VERIFIER_nondet_int())));
  return 0;
}
