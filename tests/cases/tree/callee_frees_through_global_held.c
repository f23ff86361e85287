// expect: unknown
// The caller holds a part of the tree that the callee frees.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
  int value;
  struct tree *left, *right;
};

static struct tree *root;

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

static void clear(void) {
  destroy(root);
  root = NULL;
}

int main(void) {
  root = build(3);
  struct tree *left = root != NULL ? root->left : NULL;
  clear();
  if (left != NULL)
    left->value = 1;
  return 0;
}
