// expect: proved
// The path is memory of its own.
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    if (argc < 2) return 1;
    char *copy = strdup(argv[1]);
    if (!copy) return 1;
    unsigned n = 0;
    char *save;
    for (char *t = strtok_r(copy, ":", &save); t; t = strtok_r(NULL, ":", &save)) n += *t == '/';
    free(copy);
    return n > 0;
}
