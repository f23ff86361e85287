// expect: unknown
// A cell is taken out of the middle, and its value may be looked for.
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
    if (n < 3 || wanted < 0 || wanted >= n)
        return 0;
    struct node *head = NULL;
    for (int i = 0; i < n; i++)
        head = push(head, i);
    struct node *second = head->next;
    head->next = second->next;
    free(second);
    while (head->value != wanted)
        head = head->next;
    return 0;
}
