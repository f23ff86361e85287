// entry: fields
// expect: violated memory safety
// One byte more is read than was looked for.
#include <stddef.h>
/*@ requires \valid_read(b + (0 .. n - 1)); */
int fields(const unsigned char *b, size_t n)
{
    const unsigned char *p = b, *end = b + n;
    int s = 0;
    while (p < end) {
        if (p + 3 > end)
            return -1;
        s ^= p[0] | p[3];
        p += 4;
    }
    return s;
}
