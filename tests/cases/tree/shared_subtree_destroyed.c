// expect: unknown
// Both links of the root lead to one subtree, which is freed twice.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    struct tree *left;
    struct tree *right;
};

static struct tree *build(void) {
    if (__VERIFIER_nondet_int())
        return NULL;
    struct tree *t = malloc(sizeof *t);
    t->left = build();
    t->right = build();
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
    struct tree *t = malloc(sizeof *t);
    struct tree *child = build();
    t->left = child;
    t->right = child;
    destroy(t);
    return 0;
}
