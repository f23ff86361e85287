// expect: proved
// The saved pointer stands behind the string.
#define _DEFAULT_SOURCE
#include <string.h>

struct reader { char text[24]; char *next; };

int main(void) {
    struct reader r;
    strcpy(r.text, "usr:local:bin");
    r.next = r.text;
    int n = 0;
    for (char *t; (t = strsep(&r.next, ":")); ) n++;
    return n > 12;
}
