// gap: proved
// The cells become a list by their right links.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
  int value;
  struct tree *left, *right;
};

static struct tree *build(int depth) {
  if (depth <= 0 || __VERIFIER_nondet_int() < 0)
    return NULL;
  struct tree *t = malloc(sizeof *t);
  t->value = __VERIFIER_nondet_int();
  t->left = build(depth - 1);
  t->right = build(depth - 1);
  return t;
}

static struct tree *flatten(struct tree *t, struct tree *rest) {
  if (t == NULL)
    return rest;
  struct tree *left = t->left;
  t->left = NULL;
  t->right = flatten(t->right, rest);
  return flatten(left, t);
}

int main(void) {
  struct tree *p = flatten(build(3), NULL);
  while (p != NULL) {
    struct tree *next = p->right;
    free(p);
    p = next;
  }
  return 0;
}
