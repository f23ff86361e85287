// entry: f
// expect: no termination
// The head lies outside.
/*@ requires head <= 64 && tail < 64; */
int f(unsigned head, unsigned tail)
{
    int n = 0;
    while (head != tail) {
        tail = (tail + 1) % 64;
        n ^= 1;
    }
    return n;
}
