// expect: unknown
// Nothing is saved behind the last field.
#define _DEFAULT_SOURCE
#include <string.h>
int main(void) {
    char text[] = "a";
    char *rest = text;
    strsep(&rest, ",");
    return *rest;
}
