// expect: proved
// The last cell, of the value 0, is taken out before a larger value is looked for.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
    struct node *prev;
};

int main(void) {
    int n = __VERIFIER_nondet_int();
    int wanted = __VERIFIER_nondet_int();
    if (n < 2 || wanted < 1 || wanted >= n)
        return 0;
    struct node *head = NULL;
    struct node *tail = NULL;
    for (int i = 0; i < n; i++) {
        struct node *first = malloc(sizeof *first);
        first->value = i;
        first->next = head;
        first->prev = NULL;
        if (head != NULL)
            head->prev = first;
        else
            tail = first;
        head = first;
    }
    struct node *last = tail;
    tail = last->prev;
    tail->next = NULL;
    free(last);
    while (head->value != wanted)
        head = head->next;
    return 0;
}
