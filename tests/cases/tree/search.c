// expect: proved
// Search in a loop; the tree is used afterwards.
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
    t->left = insert(t->left, value);
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

static int member(const struct tree *t, int value) {
  while (t != NULL && t->value != value)
    t = value < t->value ? t->left : t->right;
  return t != NULL;
}

int main(void) {
  struct tree *t = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    t = insert(t, __VERIFIER_nondet_int());
  if (member(t, 7))
    t = insert(t, 8);
  destroy(t);
  return 0;
}
