// expect: unknown
// The left child is overwritten: both are the right one.
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

static void destroy(struct tree *t) {
  if (t == NULL)
    return;
  destroy(t->left);
  destroy(t->right);
  free(t);
}

static void mirror(struct tree *t) {
  if (t == NULL)
    return;
  struct tree *left = t->left;
  t->left = t->right;
  t->right = t->left;
  mirror(t->left);
  mirror(t->right);
}

int main(void) {
  struct tree *t = build(3);
  mirror(t);
  destroy(t);
  return 0;
}
