// expect: violated memory safety
// The last pointers lead beyond the end.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char line[] = "abc";
    char *fields[8];
    for (int i = 0; i < 8; i++)
        fields[i] = line + (i < 4 ? i : 4);
    for (int i = 0; i < 8; i++)
        putchar(*fields[i]);
    return 0;
}
