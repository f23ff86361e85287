// $ haltcert prove invalid_free.c --no-refute
// $ haltcert prove invalid_free.c
// $ haltcert prove invalid_free.c --json | grep -o '"id":"[^"]*"'
#include <stdlib.h>

int main(void)
{
    char *p = malloc(4);
    free(p);
    free(p);
    return 0;
}
