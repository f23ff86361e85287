// entry: skip
// expect: no termination
// The call may return 0, and then the loop does not move on.
/*@ requires \valid_read(s + (0 .. n - 1)) && n >= 0; */
long skip(const unsigned char *s, long n)
{
    if (n < 3)
        return -1;
    if (s[0] != '(')
        return s[1] == 'x' ? 0 : 3;
    long i = 1;
    while (n - i > 0 && s[i] != ')') {
        long k = skip(s + i, n - i);
        if (k < 0)
            return -1;
        i += k;
    }
    return i;
}
