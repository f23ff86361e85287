// expect: unknown
// The root's parent is not written.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
  int value;
  struct tree *left, *right, *parent;
};

static struct tree *build(int depth, struct tree *parent) {
  if (depth <= 0 || __VERIFIER_nondet_int() < 0)
    return NULL;
  struct tree *t = malloc(sizeof *t);
  t->value = 0;
  if (parent != NULL)
    t->parent = parent;
  t->left = build(depth - 1, t);
  t->right = build(depth - 1, t);
  return t;
}

static void destroy(struct tree *t) {
  if (t == NULL)
    return;
  destroy(t->left);
  destroy(t->right);
  free(t);
}

int main(void) {
  struct tree *t = build(3, NULL);
  struct tree *p = t;
  while (p != NULL && p->left != NULL)
    p = p->left;
  while (p != NULL) {
    p->value = 1;
    p = p->parent;
  }
  destroy(t);
  return 0;
}
