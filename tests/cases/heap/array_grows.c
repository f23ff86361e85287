// expect: proved
// An array that grows is a new block each time: that it ends within the address space has to be known of all of them.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = 0, room = 0, *a = NULL, c = __VERIFIER_nondet_int();
    for (int i = 0; i < c && i < 1000; i++) {
        if (__VERIFIER_nondet_int()) {
            if (n == room) {
                room = room ? room << 1 : 2;
                int *b = realloc(a, sizeof(int) * room);
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
