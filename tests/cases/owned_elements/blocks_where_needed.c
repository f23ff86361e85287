// expect: proved
// Elements are set where an index leads, if they are null.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char *cells[10] = {NULL};
    for (int n = 0; n < 1000; n++) {
        unsigned k = (unsigned)__VERIFIER_nondet_int() % 10;
        if (!cells[k])
            cells[k] = malloc(4);
        cells[k][3] = 1;
    }
    for (int i = 0; i < 10; i++)
        free(cells[i]);
    return 0;
}
