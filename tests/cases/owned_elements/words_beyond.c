// expect: violated memory safety
// One word too many.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    const char *words[] = {"the", "quick", "brown", "fox", "jumps"};
    for (int i = 0; i <= 5; i++)
        puts(words[i]);
    return 0;
}
