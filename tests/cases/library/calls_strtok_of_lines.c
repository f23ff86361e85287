// expect: proved
// The string of one line after the other.
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[80];
    unsigned words = 0;
    for (int i = 0; i < 100 && fgets(line, sizeof line, stdin); i++)
        for (char *t = strtok(line, " \t\r\n"); t; t = strtok(NULL, " \t\r\n")) words++;
    printf("%u\n", words);
    return 0;
}
