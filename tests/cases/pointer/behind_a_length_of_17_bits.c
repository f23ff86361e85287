// entry: field
// expect: unknown
// concrete: none (nothing calls it)
// A length of more than 65,536 may lead around the address space.
#include <stddef.h>
/*@ requires \valid_read(b + (0 .. n - 1)) && n > 3; */
int field(const unsigned char *b, size_t n)
{
    const unsigned char *p = b + 3, *end = b + n;
    size_t len = b[0] | b[1] << 8 | (b[2] & 1) << 16;
    if (p + len > end)
        return -1;
    return len ? p[len - 1] : 0;
}
