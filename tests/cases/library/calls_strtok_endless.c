// expect: no termination
// The search begins anew each time.
#include <string.h>

int main(void) {
    char text[] = "a b";
    while (strtok(text, " ")) {
    }
    return 0;
}
