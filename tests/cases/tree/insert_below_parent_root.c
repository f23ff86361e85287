// expect: no termination
// The old root becomes a part of the tree a second time.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
  int value;
  struct tree *left, *right;
};

static struct tree *cell(int value) {
  struct tree *new = malloc(sizeof *new);
  new->value = value;
  new->left = new->right = NULL;
  return new;
}

static struct tree *insert(struct tree *t, int value) {
  struct tree *parent = NULL, *p = t;
  while (p != NULL) {
    parent = p;
    p = value < p->value ? p->left : p->right;
  }
  p = cell(value);
  if (parent == NULL)
    return p;
  if (value < parent->value)
    parent->left = t;
  else
    parent->right = p;
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
