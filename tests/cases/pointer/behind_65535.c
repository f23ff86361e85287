// entry: field
// expect: proved
// From the end of an object a distance of 65,535 leads to no smaller number.
#include <stddef.h>
/*@ requires \valid_read(b + (0 .. n - 1)) && n > 0 && k <= 65535; */
int field(const unsigned char *b, size_t n, unsigned k)
{
    const unsigned char *end = b + n;
    return end + k < end ? *end : 0;
}
