// expect: unknown reason~"inside one live block"
// The block that grows is one element too small.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = 0, room = 0, *a = NULL, c = __VERIFIER_nondet_int();
    for (int i = 0; i < c && i < 1000; i++) {
        if (__VERIFIER_nondet_int()) {
            if (n == room) {
                room = room ? room << 1 : 2;
                int *b = realloc(a, sizeof(int) * (room - 1));
                if (!b) {
                    free(a);
                    return 1;
                }
                a = b;
            }
            a[n++] = i;
        }
    }
    free(a);
    return 0;
}
