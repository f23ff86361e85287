// entry: skip
// expect: proved
static unsigned width(unsigned char c)
{
    if (c >= 'a' && c <= 'z') return 1;
    if (c >= 'A' && c <= 'Z') return 2;
    if (c == '_' || c == '-') return 3;
    if (c >= 0xc0 && c < 0xf8) return 4;
    return 0;
}
/*@ requires valid_read_string(s); */
unsigned skip(const char *s)
{
    unsigned n = 0;
    while (width((unsigned char)*s) != 0) {
        n |= width((unsigned char)s[0]);
        ++s;
    }
    return n;
}
int main(void)
{
    return (int)skip("aB_") + (int)skip("");
}
