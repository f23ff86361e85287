// entry: digits
// expect: proved
int digits(unsigned char x)
{
    char s[3];
    unsigned char *v = &x;
    int n = 0;
    do {
        s[n++] = '0' + *v % 10;
        *v /= 10;
    } while (*v);
    return s[n - 1];
}
