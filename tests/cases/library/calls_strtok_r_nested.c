// expect: proved
// Parts of a string, and items of each part.
#include <string.h>

int main(void) {
    char text[] = "a=1,b=2;c=3";
    char *outer, *inner;
    unsigned total = 0;
    for (char *part = strtok_r(text, ";", &outer); part; part = strtok_r(NULL, ";", &outer))
        for (char *item = strtok_r(part, ",", &inner); item; item = strtok_r(NULL, ",", &inner))
            total += strlen(item);
    return total > 8;
}
