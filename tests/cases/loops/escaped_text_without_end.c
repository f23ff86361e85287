// entry: escape
// expect: unknown
// concrete: none (nothing calls it)
// No place for the 0.
#include <stddef.h>
/*@ requires \valid_read(s + (0 .. n - 1)) && \valid(out + (0 .. 4 * n - 1)) &&
      \separated(s + (0 .. n - 1), out + (0 .. 4 * n - 1)) && n <= 1000000; */
void escape(const char *s, size_t n, char *out)
{
    const char *end = s + n;
    while (s < end) {
        unsigned char c = *s++;
        if (c < 32) {
            *out++ = '\\';
            *out++ = 'x';
            *out++ = '0' + (c >> 4);
            *out++ = "0123456789abcdef"[c & 15];
        } else if (c == '"') {
            *out++ = '\\';
            *out++ = c;
        } else
            *out++ = c;
    }
    *out = 0;
}
