// entry: field
// expect: unknown
// concrete: none (nothing calls it)
// One more may lead to 0, and what lies at the end is no part of the object.
#include <stddef.h>
/*@ requires \valid_read(b + (0 .. n - 1)) && n > 0 && k <= 65536; */
int field(const unsigned char *b, size_t n, unsigned k)
{
    const unsigned char *end = b + n;
    return end + k < end ? *end : 0;
}
