// expect: violated memory safety
// One of two neighbours is copied over the other one.
#include <stdlib.h>

int main(void)
{
    char *words[6];
    for (int i = 0; i < 6; i++)
        words[i] = calloc(1, 8);
    for (int i = 1; i < 6; i++)
        words[i] = words[i - 1];
    for (int i = 0; i < 6; i++)
        free(words[i]);
    return 0;
}
