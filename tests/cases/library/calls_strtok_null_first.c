// expect: unknown
// No string was searched before.
#include <string.h>
int main(void) {
    return strtok(NULL, " ") == 0;
}
