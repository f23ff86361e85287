// expect: unknown
// The string has no end.
#include <string.h>
int main(void) {
    char text[3] = {'a', ' ', 'b'};
    char *t = strtok(text, "z");
    return t == 0;
}
