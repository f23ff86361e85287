// entry: substitute
// expect: proved
// Each byte is replaced by way of a table of rows and columns, twice. The bytes come from words: their signs matter to
// nothing, and are no reason for cases.
#define R(n) {n, n ^ 1, n ^ 2, n ^ 3, n ^ 4, n ^ 5, n ^ 6, n ^ 7, n ^ 8, n ^ 9, n ^ 10, n ^ 11, n ^ 12, n ^ 13, n ^ 14, n ^ 15}
static const unsigned char table[16][16] = {R(99), R(202), R(183), R(4), R(9), R(83), R(208), R(81), R(205), R(96),
    R(224), R(231), R(186), R(112), R(225), R(140)};
static void bytes(unsigned char s[][4])
{
    s[0][0] = table[s[0][0] >> 4][s[0][0] & 15];
    s[0][1] = table[s[0][1] >> 4][s[0][1] & 15];
    s[0][2] = table[s[0][2] >> 4][s[0][2] & 15];
    s[0][3] = table[s[0][3] >> 4][s[0][3] & 15];
    s[1][0] = table[s[1][0] >> 4][s[1][0] & 15];
    s[1][1] = table[s[1][1] >> 4][s[1][1] & 15];
    s[1][2] = table[s[1][2] >> 4][s[1][2] & 15];
    s[1][3] = table[s[1][3] >> 4][s[1][3] & 15];
}
/*@ requires \valid_read(in + (0 .. 7)) && \valid_read(key + (0 .. 7)); */
unsigned char substitute(const unsigned char *in, const unsigned *key)
{
    unsigned char s[2][4];
    s[0][0] = in[0] ^ key[0];
    s[0][1] = in[1] ^ key[1];
    s[0][2] = in[2] ^ key[2];
    s[0][3] = in[3] ^ key[3];
    s[1][0] = in[4] ^ key[4];
    s[1][1] = in[5] ^ key[5];
    s[1][2] = in[6] ^ key[6];
    s[1][3] = in[7] ^ key[7];
    bytes(s);
    bytes(s);
    return s[0][0];
}
int main(void)
{
    static const unsigned char in[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    static const unsigned key[8] = {0x89abcdef, 7, 0, 255, 256, 1, 2, 3};
    return substitute(in, key);
}
