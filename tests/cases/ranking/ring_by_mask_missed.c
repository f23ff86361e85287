// entry: count
// expect: no termination
/*@ requires head < 16 && tail < 16 && \valid_read(buffer + (0 .. 15)); */
int count(const int *buffer, unsigned head, unsigned tail)
{
    int n = 0;
    for (unsigned i = tail; i != head; i = (i + 1) & 14)
        n ^= buffer[i];
    return n;
}
