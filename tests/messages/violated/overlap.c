// $ haltcert prove overlap.c --no-refute
// $ haltcert prove overlap.c
// $ haltcert prove overlap.c --json | grep -o '"id":"[^"]*"'
#include <string.h>

int main(void)
{
    char a[8] = "abc";
    memcpy(a + 1, a, 4);
    return 0;
}
