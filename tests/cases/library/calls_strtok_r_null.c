// expect: unknown
// Some libraries read what a saved null pointer leads to: only what they saved may be null.
#include <string.h>
int main(void) {
    char *save = NULL;
    return strtok_r(NULL, " ", &save) == 0;
}
