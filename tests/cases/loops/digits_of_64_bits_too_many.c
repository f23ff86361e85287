// entry: digits
// expect: unknown
// concrete: none (nothing calls it)
/*@ requires \valid(s + (0 .. 18)); */
int digits(char *s, unsigned long v)
{
    char *p = s;
    do
        *p++ = '0' + v % 10;
    while (v /= 10);
    return p - s;
}
