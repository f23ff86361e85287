// expect: proved
// Values below 10 in all cells: each is a place of the array.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
  int value;
  struct tree *left, *right;
};

static struct tree *build(int depth) {
  if (depth <= 0 || __VERIFIER_nondet_int() < 0)
    return NULL;
  struct tree *t = malloc(sizeof *t);
  t->value = __VERIFIER_nondet_int() & 7;
  t->left = build(depth - 1);
  t->right = build(depth - 1);
  return t;
}

static int seen[8];

static void mark(const struct tree *t) {
  if (t == NULL)
    return;
  seen[t->value] = 1;
  mark(t->left);
  mark(t->right);
}

int main(void) {
  mark(build(3));
  return 0;
}
