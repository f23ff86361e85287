// expect: violated memory safety
// As zeroed_matrix.c, but the last row stays a null pointer.
#include <stdlib.h>

int main(void)
{
    unsigned rows = 3, columns = 2;
    int **grid = calloc(rows, sizeof *grid);
    for (unsigned i = 0; i + 1 < rows; i++)
        grid[i] = calloc(columns, sizeof **grid);
    for (unsigned i = 0; i < rows; i++)
        for (unsigned j = 0; j < columns; j++)
            grid[i][j] = 1;
    return 0;
}
