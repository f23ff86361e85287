// in full
// $ haltcert prove malloc_may_fail.c --malloc-may-fail | sed -n '/^assumed/,/addresses carry/p'
#include <stdlib.h>

int main(void)
{
    char *p = malloc(10);
    if (p) p[9] = 0;
    free(p);
    return 0;
}
