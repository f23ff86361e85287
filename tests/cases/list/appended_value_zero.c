// expect: unknown
// The last cell holds a zero, which the walk divides by.
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

int main(void) {
    struct node *head = malloc(sizeof *head);
    head->value = 1;
    head->next = build();
    struct node *tail = head;
    while (tail->next != NULL)
        tail = tail->next;
    struct node *zero = malloc(sizeof *zero);
    zero->value = 0;
    zero->next = NULL;
    tail->next = zero;
    int sum = 0;
    for (struct node *p = head; p != NULL; p = p->next)
        sum += 10 / p->value & 1;
    return sum;
}
