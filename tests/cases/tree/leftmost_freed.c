// expect: unknown
// The leftmost cell is freed if it is not the root, and stays linked; what is on its right is not.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
  int value;
  struct tree *left, *right;
};

static struct tree *build(int height) {
  if (height <= 0)
    return NULL;
  struct tree *t = malloc(sizeof *t);
  t->value = height;
  t->left = build(height - 1);
  t->right = build(height - 2);
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
  struct tree *t = build(__VERIFIER_nondet_int());
  if (t == NULL)
    return 0;
  struct tree *p = t;
  while (p->left != NULL)
    p = p->left;
  if (p != t)
    free(p);
  destroy(t);
  return 0;
}
