// expect: unknown
// A parent was freed; its child still points to it.
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
  if (t != p)
    free(t);
  while (p != NULL) {
    p->value = 1;
    p = p->parent;
  }
  return 0;
}
