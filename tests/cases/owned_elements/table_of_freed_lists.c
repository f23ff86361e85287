// expect: violated memory safety
// A list is freed, and its table still leads to it.
#include <stdlib.h>

struct node {
    int key;
    struct node *next;
};

int main(void)
{
    struct node *table[40];
    for (int i = 0; i < 40; i++)
        table[i] = NULL;
    for (int i = 0; i < 100; i++) {
        struct node *n = malloc(sizeof *n);
        n->key = i;
        n->next = table[i % 40];
        table[i % 40] = n;
    }
    free(table[7]);
    int x = 0;
    for (int i = 0; i < 40; i++)
        for (struct node *n = table[i]; n; n = n->next)
            x ^= n->key;
    return x & 1;
}
