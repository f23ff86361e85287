// entry: count
// expect: no termination
/*@ requires head <= n && tail < n && n <= 1000 && \valid_read(buffer + (0 .. n - 1)); */
int count(const int *buffer, unsigned n, unsigned head, unsigned tail)
{
    int x = 0;
    for (unsigned i = tail; i != head; i = (i + 1) % n)
        x ^= buffer[i];
    return x;
}
