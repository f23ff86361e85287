// expect: proved
// Fields may be empty.
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[64];
    if (!fgets(line, sizeof line, stdin)) return 0;
    char *rest = line, *field;
    int empty = 0;
    while ((field = strsep(&rest, ",")) != NULL) {
        if (*field == '\0') empty++;
        else puts(field);
    }
    return empty > 3;
}
