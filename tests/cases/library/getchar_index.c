// expect: unknown
// concrete: none (the interpreter gives few ends)
// EOF is no index.
#include <stdio.h>

int main(void)
{
    static int count[256];
    count[getchar()]++;
    return count[65];
}
