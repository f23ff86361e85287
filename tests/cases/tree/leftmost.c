// expect: proved
// The leftmost value, in a loop; the tree is then freed.
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

int main(void) {
  struct tree *t = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    t = insert(t, __VERIFIER_nondet_int());
  struct tree *p = t;
  if (p == NULL)
    return 0;
  while (p->left != NULL)
    p = p->left;
  int least = p->value;
  destroy(t);
  if (least > 0)
    return 1;
  return 0;
}
