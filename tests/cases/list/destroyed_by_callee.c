// expect: unknown
// The callee frees the list that the caller goes on to walk.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *build(void) {
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = 1;
        n->next = head;
        head = n;
    }
    return head;
}

static void destroy(struct node *p) {
    while (p != NULL) {
        struct node *next = p->next;
        free(p);
        p = next;
    }
}

int main(void) {
    struct node *head = build();
    destroy(head);
    while (head != NULL)
        head = head->next;
    return 0;
}
