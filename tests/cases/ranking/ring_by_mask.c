// entry: count
// expect: proved
/*@ requires head < 16 && tail < 16 && \valid_read(buffer + (0 .. 15)); */
int count(const int *buffer, unsigned head, unsigned tail)
{
    int n = 0;
    for (unsigned i = tail; i != head; i = (i + 1) & 15)
        n ^= buffer[i];
    return n;
}
