// entry: skip
// expect: proved
// A recursive call returns a negative number, or how far it has come: the loop moves on by that.
/*@ requires \valid_read(s + (0 .. n - 1)) && n >= 0; */
long skip(const unsigned char *s, long n)
{
    if (n < 3)
        return -1;
    if (s[0] != '(')
        return 3;
    long i = 1;
    while (n - i > 0 && s[i] != ')') {
        long k = skip(s + i, n - i);
        if (k < 0)
            return -1;
        i += k;
    }
    return i;
}
