// expect: proved
// Each cell owns a buffer of eight bytes.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
  char *name;
  struct tree *left, *right;
};

static struct tree *build(int depth) {
  if (depth <= 0 || __VERIFIER_nondet_int() < 0)
    return NULL;
  struct tree *t = malloc(sizeof *t);
  t->name = malloc(8);
  t->left = build(depth - 1);
  t->right = build(depth - 1);
  return t;
}

static void destroy(struct tree *t) {
  if (t == NULL)
    return;
  t->name[7] = 0;
  destroy(t->left);
  destroy(t->right);
  free(t->name);
  free(t);
}

int main(void) {
  destroy(build(3));
  return 0;
}
