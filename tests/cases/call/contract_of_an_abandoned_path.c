// options: --calls shared
// expect: proved
// `step` is called with 0 and with 6. A description of both calls also covers 4, where a block is duplicated and an
// element outside the array read. That exploration is given up, and the claim names no function that only it called.
#include <stdlib.h>
#include <string.h>

__attribute__((noinline)) static int step(int n)
{
    int table[4] = {2, 3, 5, 7};
    int sum = n;
    if (n == 4) {
        char *copy = strdup("four");
        if (copy)
            free(copy);
        return table[n];
    }
    if (sum > 5) sum = sum + 1;
    if (sum > 4) sum = sum + 2;
    if (sum > 3) sum = sum + 3;
    if (sum > 2) sum = sum + 4;
    if (sum > 1) sum = sum + 5;
    if (sum > 0) sum = sum + 6;
    return sum;
}

int main(void)
{
    int sum = step(0);
    sum += step(6);
    return sum > 0;
}
