// expect: unknown
// The part stays where it was, too.
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

int main(void) {
  struct tree *a = build(3), *b = build(3);
  if (a != NULL && b != NULL) {
    struct tree *part = a->left;
    a->left = b->right;
    a->left = part;
    b->right = part;
  }
  destroy(a);
  destroy(b);
  return 0;
}
