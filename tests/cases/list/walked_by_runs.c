// expect: proved
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct cell {
    int value;
    struct cell *next;
};

int main(void) {
    int n = __VERIFIER_nondet_int();
    struct cell *list = NULL;
    for (int i = 0; i < n; i++) {
        struct cell *cell = malloc(sizeof(struct cell));
        cell->value = i;
        cell->next = list;
        list = cell;
    }
    int sum = 0;
    for (struct cell *at = list; at != NULL; at = at->next) {
        if (at->value > 3)
            sum = 1;
    }
    return sum;
}
