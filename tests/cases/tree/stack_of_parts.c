// gap: proved
// Freed without recursion: right parts wait in a list made of the cells.
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
  t->value = __VERIFIER_nondet_int();
  t->left = build(depth - 1);
  t->right = build(depth - 1);
  return t;
}

int main(void) {
  struct tree *waiting = build(3);
  while (waiting != NULL) {
    struct tree *t = waiting;
    if (t->left != NULL) {
      struct tree *left = t->left;
      t->left = left->right;
      left->right = t;
      waiting = left;
    } else {
      waiting = t->right;
      free(t);
    }
  }
  return 0;
}
