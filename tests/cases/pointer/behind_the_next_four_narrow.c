// entry: fields
// options: --data-model ilp32
// expect: unknown
// concrete: none (nothing calls it)
// With pointers of 32 bits an object may end with the address space: `p + 4` may be 2.
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
