// expect: proved
// A vector of strings that grows.
#include <string.h>
#include <stdlib.h>

struct vector {
    int capacity, length;
    char **items;
};

int main(int argc, char **argv)
{
    struct vector v = {4, 0, malloc(4 * sizeof(char *))};
    for (int i = 0; i < argc && i < 1000; i++) {
        if (v.length == v.capacity) {
            v.capacity *= 2;
            v.items = realloc(v.items, v.capacity * sizeof(char *));
        }
        char *copy = malloc(strlen(argv[i]) + 1);
        strcpy(copy, argv[i]);
        v.items[v.length++] = copy;
    }
    unsigned long total = 0;
    for (int i = 0; i < v.length; i++)
        total += strlen(v.items[i]);
    for (int i = 0; i < v.length; i++)
        free(v.items[i]);
    free(v.items);
    return (int)(total & 1);
}
