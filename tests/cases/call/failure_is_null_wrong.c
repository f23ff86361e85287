// entry: first
// expect: unknown
#define EXPECT(c) if (*p++ != c) { *error = -1; return 0; }
static const char *version(const char *p, const char *end, int *minor, int *error)
{
    if (end - p < 8) { *error = -2; return 0; }
    EXPECT('H') EXPECT('T') EXPECT('T') EXPECT('P') EXPECT('/') EXPECT('1') EXPECT('.')
    if (*p < '0' || '9' < *p) { p++; *error = -1; return 0; }
    *minor = *p++ - '0';
    return p;
}
/*@ requires \valid_read(p + (0 .. n - 1)) && n <= 2147483647 && \valid(minor) && \separated(minor, p + (0 .. n - 1)); */
int first(const char *p, unsigned long n, int *minor)
{
    const char *end = p + n;
    int error = 0;
    while (p != end && *p == ' ')
        ++p;
    if ((p = version(p, end, minor, &error)) == 0)
        return error;
    return *p == '\n';
}
int main(void)
{
    int minor;
    char text[8] = { 'H', 'T', 'T', 'P', '/', '1', '.', '1' };
    return first(text, 8, &minor);
}
