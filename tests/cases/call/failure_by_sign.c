// entry: pairs
// expect: proved
// That the result is not negative says that the character is not the end of the string.
static int hex(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}
/*@ requires valid_read_string(s); */
int pairs(const char *s)
{
    int n = 0;
    while (*s) {
        int a = hex(s[0]);
        if (a < 0) return -1;
        int b = hex(s[1]);
        if (b < 0) return -1;
        s += 2;
        n ^= a * 16 + b;
    }
    return n;
}
int main(void)
{
    return pairs("4b2") + pairs("Cc");
}
