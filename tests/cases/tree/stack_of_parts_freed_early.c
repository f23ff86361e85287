// expect: unknown
// The cell is freed before its part is taken.
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

int main(void) {
  struct tree *waiting = build(3);
  while (waiting != NULL) {
    struct tree *t = waiting;
    if (t->left != NULL) {
      struct tree *left = t->left;
      t->left = left->right;
      left->right = t;
      waiting = left;
    } else {
      free(t);
      waiting = t->right;
    }
  }
  return 0;
}
