// entry: mark
// expect: unknown
#include <string.h>
/*@ requires \valid(t + (0 .. 7)); */
void mark(char *t, unsigned long n)
{
    unsigned long x = 0;
    for (int i = 0; i < 4; i++) {
        x = (x << 1) + 1;
        if (x * x > n) x--;
    }
    t[x] = 1; // up to 15
}
int main(void)
{
    char t[8];
    memset(t, 0, sizeof t);
    mark(t, 1000);
    return t[0];
}
