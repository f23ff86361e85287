// entry: value
// expect: proved
// A constant that is found lies in the string as a whole.
#include <string.h>

/*@ requires valid_read_string(s); */
const char *value(const char *s)
{
    const char *p = strstr(s, "://");
    return p ? strchr(p + 3, '/') : 0;
}

int main(void) { return value("http://a/b") == 0; }
