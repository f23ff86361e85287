// expect: proved
// A hash table of 128 lists.
#include <stdlib.h>

struct node {
    int key;
    struct node *next;
};

int main(int argc, char **argv)
{
    struct node *table[128];
    for (int i = 0; i < 128; i++)
        table[i] = NULL;
    for (int i = 0; i < 1000; i++) {
        unsigned h = (unsigned)(i * 31) % 128;
        struct node *n = malloc(sizeof *n);
        n->key = i;
        n->next = table[h];
        table[h] = n;
    }
    int found = 0;
    for (struct node *n = table[argc & 127]; n; n = n->next)
        if (n->key == argc)
            found = 1;
    for (int i = 0; i < 128; i++) {
        struct node *n = table[i];
        while (n) {
            struct node *next = n->next;
            free(n);
            n = next;
        }
    }
    return found;
}
