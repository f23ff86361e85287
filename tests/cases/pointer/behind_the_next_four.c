// entry: fields
// expect: proved
// `p + 4` is behind p, whatever the length of the buffer: nothing lies in the last 65,536 bytes of the address space.
#include <stddef.h>
/*@ requires \valid_read(b + (0 .. n - 1)); */
int fields(const unsigned char *b, size_t n)
{
    const unsigned char *p = b, *end = b + n;
    int s = 0;
    while (p < end) {
        if (p + 4 > end)
            return -1;
        s ^= p[0] | p[3];
        p += 4;
    }
    return s;
}
