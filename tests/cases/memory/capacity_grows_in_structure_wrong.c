// expect: unknown
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct vector { size_t capacity; };
int main(void)
{
    struct vector v;
    char *items = malloc(4);
    size_t size = 0;
    v.capacity = 4;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        if (size == v.capacity) {
            v.capacity += 16;
            items = realloc(items, v.capacity - 1);
        }
        items[size++] = 1;
    }
    free(items);
    return 0;
}
