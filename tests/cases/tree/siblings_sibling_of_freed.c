// expect: unknown
// The sibling is looked for in the cell that was freed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
  int value;
  struct tree *child, *sibling;
};

static struct tree *build(int depth) {
  if (depth <= 0)
    return NULL;
  struct tree *first = NULL;
  int n = __VERIFIER_nondet_int() & 3;
  for (int i = 0; i < n; i++) {
    struct tree *t = malloc(sizeof *t);
    t->value = i;
    t->child = build(depth - 1);
    t->sibling = first;
    first = t;
  }
  return first;
}

static void destroy(struct tree *t) {
  while (t != NULL) {
    destroy(t->child);
    free(t);
    t = t->sibling;
  }
}

int main(void) {
  destroy(build(3));
  return 0;
}
