// entry: f
// expect: violated memory safety
// Twelve loops in a row, each with two exits: behind the last, the cursor may be at the end.
/*@ requires \valid_read(s + (0 .. n - 1)) && n <= 1000000; */
unsigned f(const unsigned char *s, unsigned long n)
{
    unsigned long i = 0;
    unsigned r = 0;
    while (i < n) {
        if (s[i] == 1)
            break;
        i++;
    }
    if (i < n)
        r ^= s[i];
    while (i < n) {
        if (s[i] == 2)
            break;
        i++;
    }
    if (i < n)
        r ^= s[i];
    while (i < n) {
        if (s[i] == 3)
            break;
        i++;
    }
    if (i < n)
        r ^= s[i];
    while (i < n) {
        if (s[i] == 4)
            break;
        i++;
    }
    if (i < n)
        r ^= s[i];
    while (i < n) {
        if (s[i] == 5)
            break;
        i++;
    }
    if (i < n)
        r ^= s[i];
    while (i < n) {
        if (s[i] == 6)
            break;
        i++;
    }
    if (i < n)
        r ^= s[i];
    while (i < n) {
        if (s[i] == 7)
            break;
        i++;
    }
    if (i < n)
        r ^= s[i];
    while (i < n) {
        if (s[i] == 8)
            break;
        i++;
    }
    if (i < n)
        r ^= s[i];
    while (i < n) {
        if (s[i] == 9)
            break;
        i++;
    }
    if (i < n)
        r ^= s[i];
    while (i < n) {
        if (s[i] == 10)
            break;
        i++;
    }
    if (i < n)
        r ^= s[i];
    while (i < n) {
        if (s[i] == 11)
            break;
        i++;
    }
    if (i < n)
        r ^= s[i];
    while (i < n) {
        if (s[i] == 12)
            break;
        i++;
    }
    r ^= s[i];
    return r;
}
