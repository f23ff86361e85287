// expect: proved
// The values go up by 2 from cell to cell, to 5.
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
    if (n > 1000 || wanted < 0 || wanted >= n)
        return 0;
    struct node *head = NULL;
    for (int i = 0; i < n; i++)
        head = push(head, 5 - 2 * i);
    while (head->value != 5 - 2 * wanted)
        head = head->next;
    return 0;
}
