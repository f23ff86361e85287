// expect: proved
// A list of four cells, taken apart from its last cell on: the constants count the cells, and every loop is unrolled.
#include <stdlib.h>

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

static void remove_last(struct node **list)
{
    struct node *before = NULL;
    struct node *last = *list;
    while (last->next != NULL) {
        before = last;
        last = last->next;
    }
    if (before != NULL)
        before->next = NULL;
    else
        *list = NULL;
    free(last);
}

int main(void)
{
    struct node *list = create(4);
    for (int i = 4; i > 0; i--)
        remove_last(&list);
    return list == NULL ? 0 : list->value;
}
