// expect: proved
// A ring of the last ten lines: whether a string is there is found out where it is taken.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *last[10] = {NULL};
    char line[80];
    unsigned long n = 0;
    while (n < 100000 && fgets(line, sizeof line, stdin)) {
        char *copy = strdup(line);
        free(last[n % 10]);
        last[n % 10] = copy;
        n++;
    }
    for (int i = 0; i < 10; i++)
        if (last[i])
            n += strlen(last[i]);
    for (int i = 0; i < 10; i++)
        free(last[i]);
    return 0;
}
