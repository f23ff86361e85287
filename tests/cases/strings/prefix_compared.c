// entry: value
// expect: proved
// Where the first six bytes are those of a constant, the string has at least six.
#include <string.h>

/*@ requires valid_read_string(s); */
const char *value(const char *s)
{
    if (strncmp(s, "--out=", 6) == 0) return strchr(s + 6, ',');
    if (!strncasecmp(s, "-o", 2) && s[2] == ':') return s + 3 + strlen(s + 3);
    return 0;
}

int main(void) { return value("--out=a,b") == 0; }
