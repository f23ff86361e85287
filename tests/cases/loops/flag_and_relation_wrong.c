// entry: f
// expect: unknown
// A relation of three values holds behind the flag, and trivially where it is not set.
/*@ requires \valid_read(b + (0 .. n - 1)) && n <= 60000; */
int f(const char *b, unsigned long n)
{
    unsigned long off = 0, len = 0;
    int set = 0;
    for (unsigned long i = 0; i < n; i++) {
        if (b[i] != 'x')
            continue;
        if (set) {
            len++;
        } else {
            off = i;
            len = 1;
            set = 1;
        }
    }
    return set ? b[off + len] : 0;
}
int main(void)
{
    char two[2] = { 'x', 'x' };
    return f("axxa", 4) + f(two, 2);
}
