// entry: root
// expect: proved
// x*x is the square of 2*x + 1 - 2^64*q, whose coefficients leave 128 bits: x becomes any value of its range first.
#include <stdlib.h>
/*@ requires \true; */
unsigned long root(unsigned long n)
{
    unsigned long x = 0;
    for (int i = 0; i < 4; i++) {
        x = (x << 1) + 1;
        if (x * x > n) x--;
    }
    return x;
}
int main(void) { return (int)root((unsigned long)rand()); }
