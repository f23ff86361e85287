// expect: unknown
// Two cells share what neither owns then.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
  struct node *twin;
};

static struct node *made(struct node *next) {
  struct node *node = malloc(sizeof *node);
  node->next = next;
  node->twin = NULL;
  if (next != NULL && __VERIFIER_nondet_int()) {
    node->twin = next->twin;
  } else if (__VERIFIER_nondet_int()) {
    node->twin = malloc(sizeof *node);
    node->twin->next = NULL;
    node->twin->twin = NULL;
  }
  return node;
}

int main(void) {
  struct node *first = NULL;
  for (int n = __VERIFIER_nondet_int(); n > 0; n--)
    first = made(first);
  for (struct node *node = first; node != NULL; node = node->next)
    if (node->twin != NULL)
      node->twin->next = NULL;
  while (first != NULL) {
    struct node *next = first->next;
    free(first->twin);
    free(first);
    first = next;
  }
  return 0;
}
