// expect: unknown
// The new cell becomes both children of a leaf.
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
  struct tree *new = cell(value);
  if (t == NULL)
    return new;
  struct tree *p = t;
  for (;;) {
    if (value < p->value) {
      if (p->left == NULL) {
        p->left = new;
        if (p->right == NULL)
          p->right = new;
        return t;
      }
      p = p->left;
    } else {
      if (p->right == NULL) {
        p->right = new;
        return t;
      }
      p = p->right;
    }
  }
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
