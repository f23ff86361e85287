// expect: proved
// Records that are found by a number, from functions that get the table.
#include <stdlib.h>

struct item {
    int key, value;
};
struct map {
    struct item *slots[64];
    int used;
};

static void put(struct map *m, int key, int value)
{
    for (int i = 0; i < m->used; i++)
        if (m->slots[i]->key == key) {
            m->slots[i]->value = value;
            return;
        }
    if (m->used >= 64)
        return;
    struct item *item = malloc(sizeof *item);
    item->key = key;
    item->value = value;
    m->slots[m->used++] = item;
}

int main(int argc, char **argv)
{
    struct map m;
    m.used = 0;
    for (int i = 0; i < argc; i++)
        put(&m, i % 7, i);
    while (m.used > 0)
        free(m.slots[--m.used]);
    return 0;
}
