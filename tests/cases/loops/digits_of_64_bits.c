// entry: digits
// expect: proved
// A number of 64 bits has 20 digits at most.
/*@ requires \valid(s + (0 .. 19)); */
int digits(char *s, unsigned long v)
{
    char *p = s;
    do
        *p++ = '0' + v % 10;
    while (v /= 10);
    return p - s;
}
