// expect: proved
// Lines that are kept, and come back from the last one to the first one.
#include <stdio.h>
#include <string.h>
#include <stdlib.h>

int main(void)
{
    char line[80];
    char *lines[100];
    int n = 0;
    for (int i = 0; i < 100 && fgets(line, sizeof line, stdin); i++) {
        char *kept = malloc(strlen(line) + 1);
        strcpy(kept, line);
        lines[n++] = kept;
    }
    while (n > 0) {
        puts(lines[--n]);
        free(lines[n]);
    }
    return 0;
}
