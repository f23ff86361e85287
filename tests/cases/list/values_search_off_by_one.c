// expect: unknown
// The values go down to 1: 0 is not there.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *head, int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = head;
    return n;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    int wanted = __VERIFIER_nondet_int();
    if (n < 1 || wanted < 0)
        return 0;
    struct node *head = NULL;
    for (int i = 0; i < n; i++)
        head = push(head, i + 1);
    struct node *p = head;
    wanted %= n;
    while (p->value != wanted)
        p = p->next;
    return p->value;
}
