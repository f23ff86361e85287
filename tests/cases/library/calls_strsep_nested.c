// expect: proved
// Parts of a string, and items of each part.
#define _DEFAULT_SOURCE
#include <string.h>

int main(void) {
    char text[] = "a=1,b=2;c=3";
    char *outer = text, *inner, *part, *item;
    unsigned total = 0;
    while ((part = strsep(&outer, ";"))) {
        inner = part;
        while ((item = strsep(&inner, ","))) total++;
    }
    return total > 3;
}
