// entry: value
// expect: unknown
// Behind the constant that is found at least a 0 follows, and no more.
#include <string.h>

/*@ requires valid_read_string(s); */
int value(const char *s)
{
    const char *p = strstr(s, "://");
    return p ? p[4] : 0;
}

int main(void) { return value("x://"); }
