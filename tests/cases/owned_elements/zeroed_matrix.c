// expect: proved
// The array of rows is full of null pointers before they are set, one after the other.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned rows = __VERIFIER_nondet_uint(), columns = __VERIFIER_nondet_uint();
    if (rows == 0 || columns == 0 || rows > 300 || columns > 300)
        return 1;
    int **grid = calloc(rows, sizeof *grid);
    for (unsigned i = 0; i < rows; i++)
        grid[i] = calloc(columns, sizeof **grid);
    for (unsigned i = 0; i < rows; i++)
        for (unsigned j = 0; j < columns; j++)
            grid[i][j] = 1;
    for (unsigned i = 0; i < rows; i++)
        free(grid[i]);
    free(grid);
    return 0;
}
