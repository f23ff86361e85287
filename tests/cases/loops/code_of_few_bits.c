// entry: code
// expect: proved
// x < 2^len: the bits of a code, one after the other.
#include <stdlib.h>
/*@ requires \valid_read(count + (0 .. 15)); */
int code(unsigned bits, const unsigned short *count)
{
    int x = 0, len;
    for (len = 1;; ++len) {
        x = 2 * x + (bits >> len & 1);
        if (len > 15)
            abort();
        if (x < count[len])
            return x;
        x -= count[len];
    }
}
