// expect: unknown
// There may be no word: the result is null.
#include <string.h>
int main(void) {
    char text[] = "  ";
    return strlen(strtok(text, " ")) > 3;
}
