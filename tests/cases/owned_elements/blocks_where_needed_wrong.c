// expect: violated memory safety
// As blocks_where_needed.c, but another element is used than was set.
#include <stdlib.h>

int main(void)
{
    char *cells[10] = {NULL};
    for (int n = 0; n < 4; n++) {
        unsigned k = n * 3 % 10;
        if (!cells[k])
            cells[k] = malloc(4);
        cells[(k + 1) % 10][3] = 1;
    }
    return 0;
}
