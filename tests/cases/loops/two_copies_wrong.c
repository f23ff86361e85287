// entry: unpack
// expect: unknown
/*@ requires \valid_read(in + (0 .. n - 1)) && \valid(out + (0 .. room - 1)) && n >= 0 && room >= 0;
  @ requires \separated(in + (0 .. n - 1), out + (0 .. room - 1)); */
int unpack(const unsigned char *in, int n, char *out, int room)
{
    int ip = 0, op = 0;
    while (ip < n) {
        unsigned token = in[ip++];
        int len = (int)(token >> 4);
        if (len > n - ip || len > room - op)
            return -1;
        for (int i = 0; i < len; i++)
            out[op++] = (char)in[ip++];
        if (n - ip < 2)
            return -1;
        int back = in[ip];
        ip += 2;
        if (back == 0 || back > op)
            return -1;
        int match = (int)(token & 15) + 4;
        if (match > room - op + 4)
            return -1;
        while (match-- > 0) {
            out[op] = out[op - back];
            op++;
        }
    }
    return op;
}
int main(void)
{
    unsigned char in[8] = { 0x10, 5, 1, 0, 0x12, 5, 1, 0 };
    char out[8];
    return unpack(in, 8, out, 8);
}
