// expect: unknown
// The pointer is saved over the string.
#include <string.h>
union both { char text[16]; char *save; };
int main(void) {
    union both u = {"a b c d e"};
    char *t = strtok_r(u.text, " ", &u.save);
    t = strtok_r(NULL, " ", &u.save);
    return t == 0;
}
