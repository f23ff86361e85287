// entry: value
// expect: proved
// Strings that are equal, whatever the case of their letters, have the same length.
#include <string.h>

/*@ requires valid_read_string(s) && valid_read_string(t); */
int value(const char *s, const char *t)
{
    if (strcmp(s, "yes") == 0) return s[3];
    if (strcasecmp(s, "no") == 0) return s[2];
    if (strcmp(t, s) == 0 && strcmp(s, "perhaps") == 0) return t[7];
    return 0;
}

int main(void) { return value("yes", "t"); }
