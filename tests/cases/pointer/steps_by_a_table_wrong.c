// entry: count
// expect: violated memory safety
// The cursor is read where it may have stepped over the end.
#include <stddef.h>
/*@ requires \valid_read(width + (0 .. 255)) && \valid_read(b + (0 .. n - 1)); */
int count(const unsigned char *b, size_t n, const unsigned char *width)
{
    const unsigned char *p = b, *end = b + n;
    while (p < end)
        p += width[*p] + 1;
    return *p;
}
