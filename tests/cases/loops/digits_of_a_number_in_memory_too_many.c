// entry: digits
// expect: unknown
// concrete: none (nothing calls it)
int digits(unsigned char x)
{
    char s[2];
    unsigned char *v = &x;
    int n = 0;
    do {
        s[n++] = '0' + *v % 10;
        *v /= 10;
    } while (*v);
    return s[n - 1];
}
