// $ haltcert prove list.c
#include <stdlib.h>

struct node { struct node *next; };

int __VERIFIER_nondet_int(void);

int main(void)
{
    struct node *list = 0;
    for (int n = __VERIFIER_nondet_int(); n > 0; n--) {
        struct node *cell = malloc(sizeof *cell);
        cell->next = list;
        list = cell;
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
