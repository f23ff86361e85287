// entry: clear
// expect: proved
// Element i of n elements of w bytes: the product of both stands in the invariant.
/*@ requires n >= 1 && w >= 1 && i < n && \valid(b + (0 .. n * w - 1)); */
void clear(char *b, unsigned long n, unsigned long w, unsigned long i)
{
    char *c = b + i * w;
    unsigned long k = w;
    do
        *c++ = 0;
    while (--k);
}
int main(void)
{
    char b[6];
    clear(b, 2, 3, 1);
    return b[5];
}
