// expect: unknown
// Each cell that is appended holds the next index of an array; there is no room for the last.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1)
        return 0;
    struct node *head = malloc(sizeof *head);
    head->value = 0;
    head->next = NULL;
    struct node *tail = head;
    for (int i = 1; i < n; i++) {
        struct node *next = malloc(sizeof *next);
        next->value = i;
        next->next = NULL;
        tail->next = next;
        tail = next;
    }
    int *seen = calloc(n - 1, sizeof *seen);
    if (seen == NULL)
        return 0;
    for (struct node *p = head; p != NULL; p = p->next)
        seen[p->value] = 1;
    free(seen);
    return 0;
}
