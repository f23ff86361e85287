// expect: proved
// A value is taken out; its cell gets the least value of its right part.
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

static struct tree *without(struct tree *t, int value) {
  if (t == NULL)
    return NULL;
  if (value < t->value) {
    t->left = without(t->left, value);
  } else if (value > t->value) {
    t->right = without(t->right, value);
  } else if (t->left == NULL || t->right == NULL) {
    struct tree *only = t->left != NULL ? t->left : t->right;
    free(t);
    return only;
  } else {
    struct tree *p = t->right;
    while (p->left != NULL)
      p = p->left;
    t->value = p->value;
    t->right = without(t->right, t->value);
  }
  return t;
}

int main(void) {
  struct tree *t = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    t = insert(t, __VERIFIER_nondet_int());
  t = without(t, 7);
  destroy(t);
  return 0;
}
