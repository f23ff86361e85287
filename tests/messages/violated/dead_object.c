// $ haltcert prove dead_object.c --no-refute
// $ haltcert prove dead_object.c
// $ haltcert prove dead_object.c --json | grep -o '"id":"[^"]*"'
#include <stdlib.h>

int main(void)
{
    char *p = malloc(8);
    free(p);
    return p[3];
}
