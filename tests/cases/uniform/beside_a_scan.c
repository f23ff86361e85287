// expect: proved
// What scanf writes into a structure does not touch the array in front of it.
#include <stdio.h>

int main(void)
{
    struct {
        int order[10];
        char name[16];
    } s;
    int data[5] = {0}, sum = 0;
    for (int i = 0; i < 10; i++)
        s.order[i] = i % 5;
    if (scanf("%15s", s.name) != 1)
        return 0;
    for (int i = 0; i < 10; i++)
        sum ^= data[s.order[i]];
    return sum;
}
