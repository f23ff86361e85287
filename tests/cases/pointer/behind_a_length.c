// entry: fields
// expect: proved
// Fields of a length of 16 bits in front of them.
#include <stddef.h>
/*@ requires \valid_read(b + (0 .. n - 1)) && n > 0; */
int fields(const unsigned char *b, size_t n)
{
    const unsigned char *p = b, *end = b + n;
    int s = 0;
    while (p + 2 <= end) {
        unsigned len = p[0] | p[1] << 8;
        p += 2;
        if (p + len > end)
            return -1;
        s ^= len ? p[len - 1] : 0;
        p += len;
    }
    return s;
}
