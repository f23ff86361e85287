// expect: proved
// A function that is called for each word leaves alone what strtok keeps.
#include <stdio.h>
#include <string.h>

static int total;

static void add(const char *word) {
    if (total < 1000) total += strlen(word) > 3;
}

int main(void) {
    char line[80];
    if (!fgets(line, sizeof line, stdin)) return 1;
    char *t = strtok(line, " ");
    while (t) {
        add(t);
        t = strtok(NULL, " ");
    }
    return total;
}
