// expect: proved
// A ring of the last ten blocks; what an element had is freed, also at the end, where some elements may be null.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char *last[10] = {NULL};
    for (unsigned long n = 0; n < 100000 && __VERIFIER_nondet_int(); n++) {
        char *block = malloc(20);
        free(last[n % 10]);
        last[n % 10] = block;
    }
    for (int i = 0; i < 10; i++)
        free(last[i]);
    return 0;
}
