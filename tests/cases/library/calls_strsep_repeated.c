// expect: proved
// After the last field null is returned again and again.
#define _DEFAULT_SOURCE
#include <string.h>

int main(void) {
    char text[] = "a,b";
    char *rest = text;
    int fields = 0;
    for (int i = 0; i < 10; i++)
        if (strsep(&rest, ",")) fields++;
    return fields;
}
