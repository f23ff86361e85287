// expect: proved
// Eight deletions in a row, each with three outcomes: all leave one list.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *create(int n)
{
    struct node *list = NULL;
    for (int i = 0; i < n; i++) {
        struct node *cell = malloc(sizeof *cell);
        cell->value = i;
        cell->next = list;
        list = cell;
    }
    return list;
}

static struct node *without(struct node *list, int value)
{
    struct node *before = NULL;
    struct node *p = list;
    while (p != NULL && p->value != value) {
        before = p;
        p = p->next;
    }
    if (p != NULL) {
        if (before != NULL)
            before->next = p->next;
        else
            list = p->next;
        free(p);
    }
    return list;
}

int main(void)
{
    struct node *list = create(__VERIFIER_nondet_int());
    list = without(list, __VERIFIER_nondet_int());
    list = without(list, __VERIFIER_nondet_int());
    list = without(list, __VERIFIER_nondet_int());
    list = without(list, __VERIFIER_nondet_int());
    list = without(list, __VERIFIER_nondet_int());
    list = without(list, __VERIFIER_nondet_int());
    list = without(list, __VERIFIER_nondet_int());
    list = without(list, __VERIFIER_nondet_int());
    while (list != NULL) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
