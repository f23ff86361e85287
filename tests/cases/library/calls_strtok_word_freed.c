// expect: unknown
// The word is gone with its string.
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *copy = strdup("one two");
    if (!copy) return 1;
    char *t = strtok(copy, " ");
    free(copy);
    return t ? *t : 0;
}
