// expect: no termination
// A call for the same cell.
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

static int count(const struct tree *t) {
  if (t == NULL)
    return 0;
  int n = (count(t->left) & 255) + (count(t) & 255);
  return n + 1;
}

static int depth(const struct tree *t) {
  if (t == NULL)
    return 0;
  int l = depth(t->left), r = depth(t->right);
  int d = l > r ? l : r;
  return d < 1000 ? d + 1 : d;
}

int main(void) {
  struct tree *t = build(3);
  if (count(t) < depth(t))
    t = NULL;
  return 0;
}
