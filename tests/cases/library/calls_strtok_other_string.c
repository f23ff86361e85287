// expect: unknown
// The search goes on in the second string, whose words are shorter.
#include <string.h>

int main(void) {
    char first[] = "aaaa bbbb cccc", second[] = "x y";
    char *t = strtok(first, " ");
    char *u = strtok(second, " ");
    t = strtok(NULL, " ");
    return t && u ? t[3] : 0;
}
