// entry: expand
// expect: unknown
// Thresholds of the test that decides nothing must not take the place of what the inner loop needs.
/*@ requires \valid_read(msg + (0 .. len - 1)) && \valid(out + (0 .. room - 1)) && room >= 1 && len <= 60;
  @ requires \separated(msg + (0 .. len - 1), out + (0 .. room - 1)); */
int expand(const unsigned char *msg, unsigned long len, unsigned long at, char *out, unsigned long room)
{
    unsigned long used = 0;
    int hops = 0;
    for (;;) {
        if (at >= len)
            return -1;
        unsigned n = msg[at++];
        if (n == 0)
            return 0;
        if (n >= 0xc0) {
            if (++hops > 16)
                return -1;
            continue;
        }
        if (n > 63 || n > len - at || n > room)
            return -1;
        for (unsigned i = 0; i < n; i++)
            out[used++] = (char)msg[at++];
    }
}
int main(void)
{
    unsigned char msg[7] = { 2, 7, 7, 0xc1, 2, 7, 7 };
    char out[3];
    return expand(msg, 7, 0, out, 3);
}
