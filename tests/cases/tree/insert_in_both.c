// expect: unknown
// The new part becomes left and right child.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
  int value;
  struct tree *left, *right;
};

static struct tree *insert(struct tree *t, int value) {
  if (t == NULL) {
    t = malloc(sizeof *t);
    t->value = value;
    t->left = t->right = NULL;
  } else if (value < t->value) {
    t->left = t->right = insert(t->left, value);
  } else if (value > t->value) {
    t->right = insert(t->right, value);
  }
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
  struct tree *t = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    t = insert(t, __VERIFIER_nondet_int());
  destroy(t);
  return 0;
}
