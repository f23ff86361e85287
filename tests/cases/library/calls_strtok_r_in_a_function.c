// expect: proved
// Whoever calls the function keeps the saved pointer.
#include <stdio.h>
#include <string.h>

static char *next(char *line, char **save) {
    return strtok_r(line, " ", save);
}

int main(void) {
    char line[80], *save;
    int n = 0;
    if (!fgets(line, sizeof line, stdin)) return 1;
    for (char *t = next(line, &save); t; t = next(NULL, &save)) n++;
    return n > 10;
}
