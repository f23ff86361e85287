// entry: count
// expect: proved
// A cursor that may step over the end, by at most 256 bytes.
#include <stddef.h>
/*@ requires \valid_read(width + (0 .. 255)) && \valid_read(b + (0 .. n - 1)); */
size_t count(const unsigned char *b, size_t n, const unsigned char *width)
{
    const unsigned char *p = b, *end = b + n;
    size_t k = 0;
    while (p < end) {
        p += width[*p] + 1;
        k++;
    }
    return k;
}
