// expect: unknown
// The 0 would be written into a literal.
#include <string.h>
int main(void) {
    char *text = "a b";
    return strtok(text, " ") == 0;
}
