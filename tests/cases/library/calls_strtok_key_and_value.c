// expect: proved
// Two searches with different separators.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char line[80];
    if (!fgets(line, sizeof line, stdin)) return 1;
    char *key = strtok(line, "=");
    if (!key) return 1;
    char *value = strtok(NULL, "\n");
    if (!value) return 1;
    printf("%s: %d\n", key, atoi(value));
    return 0;
}
