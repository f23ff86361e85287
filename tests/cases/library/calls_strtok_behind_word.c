// expect: unknown
// Behind the last word there is nothing.
#include <string.h>
int main(void) {
    char text[] = "ab";
    char *t = strtok(text, " ");
    return t ? t[strlen(t) + 1] : 0;
}
