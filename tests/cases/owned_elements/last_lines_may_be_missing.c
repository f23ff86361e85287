// expect: violated memory safety
// As last_lines.c, but an element that was not set is taken for a string.
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *last[3] = {NULL};
    size_t n = 0;
    while (n < 2) {
        last[n % 3] = strdup("line");
        n++;
    }
    for (int i = 0; i < 3; i++)
        n += strlen(last[i]);
    return 0;
}
