// entry: f
// expect: unknown
// The end of an eighth field has no place.
#include <stddef.h>

#define FIELD(c) while (*p && *p != c) p++; if (*p == c) { ends[fields++] = p - s; p++; }

/*@ requires valid_read_string(s); */
int f(const char *s)
{
    ptrdiff_t ends[7] = { 0 };
    unsigned fields = 0;
    const char *p = s;
    FIELD(':') FIELD(',') FIELD(':') FIELD(',') FIELD(':') FIELD(',') FIELD(':') FIELD(',')
    return fields ? s[ends[0]] : 0;
}

int main(void)
{
    return f("a:b,c:d,e:f,g:h,");
}
