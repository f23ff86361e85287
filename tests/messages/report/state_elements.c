// $ haltcert prove state_elements.c --no-refute --state
#include <stdlib.h>

int main(void) {
    int n = rand() % 10 + 1;
    char **rows = malloc(n * sizeof *rows);
    if (!rows) return 1;
    for (int i = 0; i < n; i++) {
        rows[i] = malloc(16);
        if (!rows[i]) exit(1);
    }
    int last = rand() % (n + 1);
    rows[last][0] = 1;
    return 0;
}
