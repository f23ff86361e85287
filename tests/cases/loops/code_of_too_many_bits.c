// entry: code
// expect: unknown
// concrete: none (nothing calls it)
#include <stdlib.h>
/*@ requires \valid_read(count + (0 .. 40)); */
int code(unsigned long bits, const unsigned short *count)
{
    int x = 0, len;
    for (len = 1;; ++len) {
        x = 2 * x + (bits >> len & 1);
        if (len > 40)
            abort();
        if (x < count[len])
            return x;
        x -= count[len];
    }
}
