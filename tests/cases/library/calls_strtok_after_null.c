// expect: unknown
// After null nobody says where the next search begins.
#include <string.h>

int main(void) {
    char text[] = "  ";
    char *t = strtok(text, " ");
    if (!t) t = strtok(NULL, " ");
    return t != 0;
}
