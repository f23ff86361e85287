// expect: proved
// A copy by recursion, both are freed.
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

static struct tree *copy(const struct tree *t) {
  if (t == NULL)
    return NULL;
  struct tree *c = malloc(sizeof *c);
  c->value = t->value;
  c->left = copy(t->left);
  c->right = copy(t->right);
  return c;
}

int main(void) {
  struct tree *t = build(3), *c = copy(t);
  destroy(t);
  destroy(c);
  return 0;
}
