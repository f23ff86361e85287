// expect: proved
// A table of strings, read at each index.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    const char *words[] = {"the", "quick", "brown", "fox", "jumps"};
    for (int i = 0; i < 5; i++)
        puts(words[i]);
    return 0;
}
