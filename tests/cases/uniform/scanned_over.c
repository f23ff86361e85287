// expect: unknown
// concrete: none (which number is read, the search does not guess)
// As beside_a_scan.c, but one of the numbers is read.
#include <stdio.h>

int main(void)
{
    int order[10], data[5] = {0}, sum = 0;
    for (int i = 0; i < 10; i++)
        order[i] = i % 5;
    if (scanf("%d", &order[3]) != 1)
        return 0;
    for (int i = 0; i < 10; i++)
        sum ^= data[order[i]];
    return sum;
}
