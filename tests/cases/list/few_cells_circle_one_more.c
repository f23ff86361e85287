// expect: unknown
// One cell more is removed than there are.
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *circle(int n)
{
    struct node *first = malloc(sizeof *first);
    first->value = 0;
    first->next = first;
    for (int i = 1; i < n; i++) {
        struct node *cell = malloc(sizeof *cell);
        cell->value = i;
        cell->next = first->next;
        first->next = cell;
    }
    return first;
}

static void remove_last(struct node **circle)
{
    struct node *first = *circle;
    struct node *before = NULL;
    struct node *last = first;
    while (last->next != first) {
        before = last;
        last = last->next;
    }
    if (before != NULL)
        before->next = first;
    else
        *circle = NULL;
    free(last);
}

int main(void)
{
    struct node *cells = circle(4);
    for (int i = 4; i >= 0; i--)
        remove_last(&cells);
    return cells == NULL ? 0 : cells->value;
}
