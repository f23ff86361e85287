// entry: build
// options: --bound heap
// expect: proved bound~"most.:.16\*n.,"
// holds: heap <= 16*n
// fails: heap <= 16*max(0, n - 1)
// A list that is built and freed: all of it is there at one time.
#include <stdlib.h>

struct cell {
    int value;
    struct cell *next;
};

/*@ requires 0 <= n <= 1000; */
void build(int n) {
    struct cell *list = NULL;
    for (int i = 0; i < n; i++) {
        struct cell *cell = malloc(sizeof *cell);
        cell->value = i;
        cell->next = list;
        list = cell;
    }
    while (list) {
        struct cell *next = list->next;
        free(list);
        list = next;
    }
}

int main(void) {
    build(5);
    return 0;
}
