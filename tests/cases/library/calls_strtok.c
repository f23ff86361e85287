// expect: proved
// Words are counted: each search begins behind the last word.
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[64];
    if (!fgets(line, sizeof line, stdin)) return 0;
    int words = 0;
    size_t longest = 0;
    for (char *word = strtok(line, " \t\n"); word != NULL; word = strtok(NULL, " \t\n")) {
        size_t length = strlen(word);
        if (length > longest) longest = length;
        words++;
    }
    printf("%d %zu\n", words, longest);
    return 0;
}
