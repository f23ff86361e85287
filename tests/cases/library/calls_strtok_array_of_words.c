// expect: proved
// Words in an array of pointers.
#include <stdio.h>
#include <string.h>
#define MOST 4

int main(void) {
    char line[] = "a few words here";
    char *fields[MOST];
    int n = 0;
    for (char *t = strtok(line, " "); t && n < MOST; t = strtok(NULL, " ")) fields[n++] = t;
    for (int i = 0; i < n; i++) puts(fields[i]);
    return 0;
}
