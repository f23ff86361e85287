// expect: proved
// After the last word null is returned again and again.
#include <string.h>

int main(void) {
    char text[] = "word";
    char *first = strtok(text, " ");
    if (!first) return 1;
    char *second = strtok(NULL, " ");
    if (!second) return 2;
    return strlen(second) > 4;
}
