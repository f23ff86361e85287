// expect: unknown reason~"'list' leads to no known block any more: a cell of another size: a block of 24 bytes \(the guess: struct node linked by next\)"
// concrete: none (the program is right: the cells are larger than their type)
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node *list = NULL;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        struct node *cell = malloc(sizeof *cell + 8);
        cell->value = i;
        cell->next = list;
        list = cell;
    }
    while (list != NULL) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
