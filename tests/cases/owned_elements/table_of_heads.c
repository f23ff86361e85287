// expect: proved
// A hash table on the heap, filled and emptied through its heads.
#include <stdlib.h>

struct node {
    int key;
    struct node *next;
};

int main(void)
{
    struct node **heads = calloc(100, sizeof *heads);
    for (int i = 0; i < 500; i++) {
        struct node *n = malloc(sizeof *n);
        n->key = i;
        n->next = heads[i % 100];
        heads[i % 100] = n;
    }
    for (int i = 0; i < 100; i++) {
        struct node *n = heads[i];
        while (n) {
            struct node *next = n->next;
            free(n);
            n = next;
        }
    }
    free(heads);
    return 0;
}
