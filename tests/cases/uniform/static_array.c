// expect: proved
// The elements of a static array are 0 or 1, before and after the loop writes them.
#include <stdio.h>

static int t[20];

int main(void)
{
    for (int i = 0; i < 20; i++)
        t[i] = 1;
    return t[t[getchar() & 15]];
}
