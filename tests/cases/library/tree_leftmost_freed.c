// entry: use
// expect: unknown
// The leftmost cell is freed if it is not the root, and stays linked; what is on its right is not.
#include <stdlib.h>

struct tree {
  int value;
  struct tree *left, *right;
};

static void destroy(struct tree *t) {
  if (t == NULL)
    return;
  destroy(t->left);
  destroy(t->right);
  free(t);
}

/*@ requires \owned_tree(t, struct tree, left, right); */
void use(struct tree *t) {
  if (t == NULL)
    return;
  struct tree *p = t;
  while (p->left != NULL)
    p = p->left;
  if (p != t)
    free(p);
  destroy(t);
}

int main(void) {
  struct tree *t = malloc(sizeof *t);
  t->left = malloc(sizeof *t);
  t->right = NULL;
  t->left->left = t->left->right = NULL;
  use(t);
  return 0;
}
