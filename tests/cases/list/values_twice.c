// expect: unknown
// Two lists of the values below n, one behind the other: they do not go on below 2 * n.
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

static struct node *build(int n) {
    struct node *head = NULL;
    for (int i = 0; i < n; i++)
        head = push(head, i);
    return head;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    int wanted = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000 || wanted < 0 || wanted >= 2 * n)
        return 0;
    struct node *head = build(n);
    struct node *tail = head;
    while (tail->next != NULL)
        tail = tail->next;
    tail->next = build(n);
    while (head->value != wanted)
        head = head->next;
    return 0;
}
