// $ haltcert prove freed.c --entry late
// $ haltcert prove freed.c --entry twice
// $ haltcert prove freed.c --entry null
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

int late(void)
{
    int *p = malloc(4);
    *p = 1;
    free(p);
    return *p;
}

void twice(void)
{
    char *p = malloc(4);
    free(p);
    free(p);
}

/*@ requires \valid(n) && n->next == \null; */
int null(struct node *n)
{
    return n->next->value;
}
