// expect: unknown
// One character is no string.
#include <string.h>
int main(void) {
    char text[] = "a b";
    char separator = ' ';
    return strtok(text, &separator) == 0;
}
