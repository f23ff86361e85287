// expect: unknown reason~"it is what field next of the struct node at .* holds"
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node *first = malloc(sizeof *first);
    first->value = __VERIFIER_nondet_int();
    return first->next->value;
}
