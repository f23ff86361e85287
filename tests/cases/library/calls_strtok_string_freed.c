// expect: unknown
// The search goes on in memory that was freed.
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *copy = strdup("one two");
    if (!copy) return 1;
    char *t = strtok(copy, " ");
    free(copy);
    t = strtok(NULL, " ");
    return t == 0;
}
