// entry: address_text
// expect: unknown
// The end of the text has no place behind four numbers of three digits.
/*@ requires \valid_read(ip + (0 .. 3)); */
int address_text(const unsigned char *ip)
{
    char out[15];
    unsigned at = 0;
    for (int i = 0; i < 4; i++) {
        unsigned char n = ip[i];
        char digits[3];
        unsigned count = 0;
        do {
            digits[count++] = (char)('0' + n % 10);
            n /= 10;
        } while (n > 0);
        while (count > 0)
            out[at++] = digits[--count];
        if (i < 3)
            out[at++] = '.';
    }
    out[at] = 0;
    return out[0];
}

int main(void)
{
    unsigned char ip[4] = { 255, 255, 255, 255 };
    return address_text(ip);
}
