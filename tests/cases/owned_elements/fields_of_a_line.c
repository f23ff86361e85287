// expect: proved
// Pointers into one buffer.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char line[] = "abcdefgh";
    char *fields[4];
    for (int i = 0; i < 4; i++)
        fields[i] = line + i;
    for (int i = 0; i < 4; i++)
        puts(fields[i]);
    return 0;
}
