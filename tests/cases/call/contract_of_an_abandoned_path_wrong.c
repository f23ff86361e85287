// options: --calls shared
// expect: violated memory safety
// As contract_of_an_abandoned_path.c, but `step` is also called with 4.
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
    if (sum > 0) sum = sum + 6;
    return sum;
}

int main(void)
{
    int sum = step(0);
    sum += step(4);
    sum += step(6);
    return sum > 0;
}
