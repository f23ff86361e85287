// expect: violated memory safety
// The array that realloc has given back is used.
#include <stdlib.h>

int main(void)
{
    char **items = malloc(4 * sizeof(char *)), **old = items;
    for (int i = 0; i < 4; i++)
        items[i] = calloc(1, 8);
    items = realloc(items, 400000 * sizeof(char *));
    for (int i = 0; i < 4; i++)
        free(old[i]);
    free(items);
    return 0;
}
