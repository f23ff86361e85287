// expect: proved
// Each cell of a search tree owns a buffer.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
  int key;
  char *name;
  struct tree *left, *right;
};

static struct tree *insert(struct tree *t, int key) {
  if (t == NULL) {
    t = malloc(sizeof *t);
    t->key = key;
    t->name = malloc(12);
    t->name[0] = 'x';
    t->left = t->right = NULL;
  } else if (key < t->key) {
    t->left = insert(t->left, key);
  } else {
    t->right = insert(t->right, key);
  }
  return t;
}

static void destroy(struct tree *t) {
  if (t == NULL)
    return;
  free(t->name);
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
