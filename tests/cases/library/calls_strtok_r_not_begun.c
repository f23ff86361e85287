// expect: unknown
// The saved pointer is not initialised.
#include <string.h>
int main(void) {
    char *save;
    return strtok_r(NULL, " ", &save) == 0;
}
