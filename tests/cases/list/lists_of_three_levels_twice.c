// expect: unknown
// A list of lists of lists: the first leaf of each branch is freed twice.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct leaf {
  struct leaf *next;
};

struct branch {
  struct leaf *leaves;
  struct branch *next;
};

struct trunk {
  struct branch *branches;
  struct trunk *next;
};

int main(void) {
  struct trunk *all = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    struct trunk *trunk = malloc(sizeof *trunk);
    struct branch *branches = NULL;
    int m = __VERIFIER_nondet_int();
    for (int k = 0; k < m; k++) {
      struct branch *branch = malloc(sizeof *branch);
      struct leaf *leaves = NULL;
      int j = __VERIFIER_nondet_int();
      for (int l = 0; l < j; l++) {
        struct leaf *leaf = malloc(sizeof *leaf);
        leaf->next = leaves;
        leaves = leaf;
      }
      branch->leaves = leaves;
      branch->next = branches;
      branches = branch;
    }
    trunk->branches = branches;
    trunk->next = all;
    all = trunk;
  }
  while (all != NULL) {
    struct trunk *trunk = all->next;
    struct branch *b = all->branches;
    while (b != NULL) {
      struct branch *branch = b->next;
      struct leaf *l = b->leaves;
      while (l != NULL) {
        struct leaf *leaf = l->next;
        free(l);
        l = leaf;
      }
      free(b->leaves);
      free(b);
      b = branch;
    }
    free(all);
    all = trunk;
  }
  return 0;
}
