// expect: unknown
// Both children are one.
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
  t->right = t->left;
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
  destroy(build(__VERIFIER_nondet_int() & 3));
  return 0;
}
