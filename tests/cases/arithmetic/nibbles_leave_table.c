// entry: substitute
// expect: unknown
static const unsigned char table[16][16] = {{1, 2}, {3, 4}};
/*@ requires \valid_read(in + (0 .. 1)) && \valid_read(key + (0 .. 1)); */
unsigned char substitute(const unsigned char *in, const unsigned *key)
{
    unsigned char s = in[0] ^ key[0];
    return table[s >> 3][s & 15]; // rows up to 31
}
int main(void)
{
    static const unsigned char in[2] = {0, 0};
    static const unsigned key[2] = {255, 0};
    return substitute(in, key);
}
