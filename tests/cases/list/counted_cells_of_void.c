// expect: proved
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    void **list = NULL;
    for (int n = __VERIFIER_nondet_int(); n > 0; n--) {
        void **c = malloc(sizeof(void *));
        *c = list;
        list = c;
    }
    while (list) {
        void **item = list;
        list = (void **)*list;
        free(item);
    }
    return 0;
}
