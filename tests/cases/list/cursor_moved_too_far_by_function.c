// entry: has
// expect: unknown
// Behind the last cell there is none to step from.
#include <stdlib.h>
struct node { struct node *next; int value; };
struct cursor { struct node *at; };

static struct node *step(struct cursor *c)
{
    struct node *n = c->at;
    c->at = n->next;
    return n;
}

/*@ requires \list(l, struct node, next); */
int has(struct node *l, int value)
{
    struct cursor c = { l };
    struct node *n;
    while ((n = step(&c)))
        if (n->value == value)
            return 1;
    return 0;
}

int main(void)
{
    struct node *l = malloc(sizeof *l);
    l->next = 0;
    l->value = 1;
    return has(l, 3);
}
