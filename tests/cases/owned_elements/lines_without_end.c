// expect: violated memory safety
// The 0 behind the line is not copied.
#include <stdio.h>
#include <string.h>
#include <stdlib.h>

int main(void)
{
    const char *line = "a line";
    char *lines[10];
    for (int i = 0; i < 10; i++) {
        lines[i] = malloc(strlen(line));
        memcpy(lines[i], line, strlen(line));
    }
    for (int i = 0; i < 10; i++)
        puts(lines[i]);
    return 0;
}
