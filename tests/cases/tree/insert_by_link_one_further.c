// expect: unknown
// The loop goes on behind the last link.
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

static void insert(struct tree **at, int value) {
  while (*at != NULL || value == 7)
    at = value < (*at)->value ? &(*at)->left : &(*at)->right;
  *at = cell(value);
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
    insert(&t, __VERIFIER_nondet_int());
  destroy(t);
  return 0;
}
