// entry: root
// expect: proved
// Digit by digit, in two passes: how often the result was halved bounds it, and each pass halves it anew.
int root(unsigned number)
{
    unsigned result = 0, bit = 1u << 30;
    for (unsigned char pass = 0; pass < 2; pass++) {
        while (bit) {
            if (number >= result + bit) {
                number -= result + bit;
                result = (result >> 1) + bit;
            } else {
                result >>= 1;
            }
            bit >>= 2;
        }
        if (pass == 0) {
            number <<= 16;
            result <<= 16;
            bit = 1u << 14;
        }
    }
    return -(int)result;
}

int main(void)
{
    return root(2000000) < 0;
}
