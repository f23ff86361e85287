// $ haltcert prove lost_pointer.c --no-refute
// $ haltcert prove lost_pointer.c --no-refute --json | grep -o '"id":"[^"]*"'
#include <stdlib.h>

struct node { struct node *next; int value; };

int __VERIFIER_nondet_int(void);

int main(void)
{
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *cell = malloc(sizeof *cell);
        if (list)
            cell->next = list;
        list = cell;
    }
    while (list)
        list = list->next;
    return 0;
}
